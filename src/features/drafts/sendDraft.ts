import { isTokenError, refusalIn, reportError } from '../../apollo/errors.ts'
import { isConnectionLost } from '../../backend/connection.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { newKey } from '../../lib/newKey.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { fileOf, type Draft, type DraftStatus } from './draft.ts'
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

/** Returns the state of a draft's form. A draft that another page has sent can be changed and sent again. */
export function useFormState(draft: Draft | undefined): FormState {
  const calls = callsOf(useSessionScope())
  const isSending = useStore(calls, (all) => draft !== undefined && all.has(draft.request.key))
  if (!draft) return { type: 'empty' }
  if (isSending) return { type: 'sending' }
  return draft.status.type === 'saving' ? { type: 'editing' } : draft.status
}

export interface SendFailure {
  /** What the form says. */
  message: string
  /** Whether the key belongs to an earlier change that the backend has made. */
  needsNewKey?: boolean
}

interface SendOptions {
  /** Drafts with the same queue are saved one after the other. Default: the id of the draft. */
  queue?: string
  send: () => Promise<unknown>
  /** Handles an error of `send`. If it returns undefined, the draft stays `saving`, to be sent again. */
  handleError: (error: unknown, id: string) => SendFailure | undefined | Promise<SendFailure | undefined>
}

/**
 * Sends a draft, once at a time. Meanwhile its idempotency key identifies it: its id changes if it moves to the outbox.
 * Removes it when the backend has accepted it, and stores the message in it if the backend refuses it. If the session
 * ends first, the draft stays `saving`: the user's next page sends it again. Resolves to whether the backend has
 * accepted it.
 */
export function sendDraft(scope: SessionScope, id: string, { queue = id, ...options }: SendOptions): Promise<boolean> {
  const calls = callsOf(scope)
  const draft = allDrafts().get(id)
  const running = draft && calls.get().get(draft.request.key)
  if (!draft || running) return running?.result ?? Promise.resolve(false)
  const { request } = draft
  const former = [...calls.get().values()].findLast((call) => call.queue === queue)?.result
  const result = sendAfter(former, scope, id, request.key, options).finally(() => {
    calls.update((all) => new Map([...all].filter(([key]) => key !== request.key)))
  })
  // Before the write: the outbox listens to drafts, and would start a second call.
  calls.update((all) => new Map(all).set(request.key, { queue, result }))
  // The time of the first attempt stays: the age of the key counts from it.
  writeDraft(id, { ...draft, request: { sentAt: Date.now(), ...request }, status: { type: 'saving' } })
  return result
}

// Imported on demand, because few drafts have a file.
const loadDraftFiles = loadModule(() => import('./draftFiles.ts'))

async function sendAfter(
  former: Promise<boolean> | undefined,
  scope: SessionScope,
  id: string,
  key: string,
  { send, handleError }: Omit<SendOptions, 'queue'>,
): Promise<boolean> {
  await former
  // Meanwhile it was discarded, or the session has ended: the user's next page sends it.
  if (scope.signal.aborted || !draftWith(key)) return false
  try {
    await send()
    const [sentId, sent] = draftWith(key) ?? []
    if (sentId) endDraft(sentId)
    const file = fileOf(sent)
    if (file) loadDraftFiles().then(({ removeDraftFile }) => removeDraftFile(file.id), reportError)
    return true
  } catch (error) {
    // It was not sent again, because the session has ended or the draft was discarded.
    if (isConnectionLost(error) && (scope.signal.aborted || !draftWith(key))) return false
    if (scope.signal.aborted || isTokenError(refusalIn(error)?.code)) {
      reportError(error)
      return false
    }
    const failure = await handleError(error, draftWith(key)?.[0] ?? id)
    const [currentId, draft] = draftWith(key) ?? []
    // Another tab may have discarded or changed it.
    if (!currentId || draft?.status.type !== 'saving' || !failure) return false
    const { message, needsNewKey } = failure
    const request = needsNewKey ? { key: newKey() } : draft.request
    writeDraft(currentId, { ...draft, request, status: { type: 'failed', message } })
    return false
  }
}
