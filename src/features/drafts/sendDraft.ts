import { refusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { isConnectionLost } from '../../backend/connection.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { isRecent } from '../../lib/isRecent.ts'
import { newKey } from '../../lib/newKey.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { isTokenError } from '../../session/token.ts'
import { fileOf, type Draft, type DraftStatus } from './draft.ts'
import { removeUnusedDraftFile } from './draftFiles.ts'
import { allDrafts, draftWith, endDraft, writeDraft } from './draftStore.ts'

/** What a form shows. `empty`: there is no draft. `sending`: this tab is sending the draft. */
export type FormState = { type: 'empty' } | { type: 'sending' } | Exclude<DraftStatus, { type: 'saving' }>

interface Call {
  /** The calls of a queue are sent one after the other, so that a later change is not undone by an earlier one. */
  queue: string
  /** Resolves to whether the backend has accepted the draft. */
  result: Promise<boolean>
}

/** The calls that send drafts of this tab, by idempotency key. */
const callsOf = sessionState(() => createStore<ReadonlyMap<string, Call>>(new Map()))

/** What the form of an edit or the profile says that a closed page has sent, or another one is sending. */
const unanswered = 'This was sent, but not answered: it may not be saved.'

/** Returns the state of a draft's form. A draft that another page has sent can be changed and sent again. */
export function useFormState(draft: Draft | undefined): FormState {
  const calls = callsOf(useSessionScope())
  const isSending = useStore(calls, (all) => draft !== undefined && all.has(draft.request.key))
  if (!draft) return { type: 'empty' }
  if (isSending) return { type: 'sending' }
  if (draft.status.type !== 'saving') return draft.status
  // The outbox sends a post.
  return draft.kind === 'post' ? { type: 'editing' } : { type: 'failed', message: unanswered }
}

export interface SendFailure {
  /** What the form says. */
  message: string
  /** Whether the key belongs to an earlier change that the backend has made. */
  needsNewKey?: boolean
}

interface SendOptions {
  /** Drafts with the same queue are sent one after the other. Default: the id of the draft. */
  queue?: string
  /** Sends the draft. Called with the time (in ms since the epoch) from which the age of its key counts. */
  send: (firstSentAt: number) => Promise<unknown>
  /** Handles an error of `send`. If it returns undefined, the draft stays `saving`, to be sent again. */
  handleError: (error: unknown, id: string) => SendFailure | undefined | Promise<SendFailure | undefined>
}

/**
 * Sends a draft, once at a time. The draft is `saving` when this returns. Its idempotency key identifies it until the
 * response, because its id changes if it moves to the outbox. Removes it when the backend has accepted it, and stores the
 * message in it if the backend refuses it. If the page or session ends first, the draft stays `saving`: an entry of the
 * outbox, which sends a post again. Resolves to whether the backend has accepted it.
 */
export function sendDraft(
  scope: SessionScope,
  id: string,
  { queue = id, send, handleError }: SendOptions,
): Promise<boolean> {
  const calls = callsOf(scope)
  const draft = allDrafts().get(id)
  if (!draft) return Promise.resolve(false)
  const { request } = draft
  const { key } = request
  // The age of the key counts from the first attempt. The backend has forgotten an old one.
  const sentAt = request.sentAt !== undefined && isRecent(request.sentAt) ? request.sentAt : Date.now()
  const running = calls.get().get(key)
  if (running) return running.result
  const former = [...calls.get().values()].findLast((call) => call.queue === queue)?.result
  /** Whether the session has ended, or the draft was discarded. */
  const isOver = () => scope.signal.aborted || !draftWith(key)

  const call = async () => {
    // Even without a former call, `send` starts only after the draft is stored below.
    await former
    if (isOver()) return false
    try {
      await send(sentAt)
      endSent(key)
      return true
    } catch (error) {
      // `retryLink` has stopped.
      if (isConnectionLost(error) && isOver()) return false
      if (scope.signal.aborted || isTokenError(refusalIn(error)?.code)) reportError(error)
      else storeFailure(key, await handleError(error, draftWith(key)?.[0] ?? id))
      return false
    }
  }
  const result = call().finally(() => calls.update((all) => new Map([...all].filter(([other]) => other !== key))))
  calls.update((all) => new Map(all).set(key, { queue, result }))
  writeDraft(id, { ...draft, request: { ...request, sentAt }, status: { type: 'saving' } })
  return result
}

/** Removes the file of a draft that has ended, unless another draft has it. */
export function removeFileOf(draft: Draft): void {
  const file = fileOf(draft)
  if (file) void removeUnusedDraftFile(file.id)
}

/** Ends the draft with this key: both of two, if the page that moved it to the outbox closed meanwhile. */
function endSent(key: string): void {
  for (let sent = draftWith(key); sent; sent = draftWith(key)) {
    const [id, draft] = sent
    endDraft(id, key)
    removeFileOf(draft)
  }
}

function storeFailure(key: string, failure: SendFailure | undefined): void {
  const [id, draft] = draftWith(key) ?? []
  // Another tab may have discarded or changed it.
  if (!id || draft?.status.type !== 'saving' || !failure) return
  const { message, needsNewKey } = failure
  writeDraft(id, {
    ...draft,
    request: needsNewKey ? { key: newKey() } : draft.request,
    status: { type: 'failed', message, ...(needsNewKey && { wasPosted: true }) },
  })
}
