import type { ApolloClient } from '@apollo/client'
import { appPaths } from '../../../shared/appPaths.ts'
import { sendMutation } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { isTokenError, messagesOf, refusalIn, reportError } from '../../apollo/errors.ts'
import { isConnectionLost } from '../../backend/connection.ts'
import type { CreatePostInput } from '../../generated/types.ts'
import { removeUnusedDraftFiles } from '../drafts/draftFiles.ts'
import {
  changeDraft,
  draftId,
  isRecent,
  newKey,
  readDraft,
  removeDraft,
  updateDraft,
  type Draft,
} from '../drafts/drafts.ts'
import type { SessionScope } from '../../session/scope.ts'
import { preferences } from '../../ui/preferences/preferences.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { newPostsOf } from '../posts/lists/newPostsStore.ts'
import { addPostEverywhere } from '../posts/lists/postLists.ts'
import { inFlightOf } from './inFlight.ts'
import { CreatePostDocument } from './CreatePost.generated.ts'

type SentDraft = Draft & { request: CreatePostInput }

/** Returns the id of the draft's picture if the user wants to be reminded of its missing alt text. */
export function pictureWithoutAlt(id: string): string | undefined {
  const { file, alt = '' } = readDraft(id) ?? {}
  const isMissing = file?.type === 'IMAGE' && alt.trim() === ''
  return isMissing && preferences.get().altReminder === 'on' ? file.id : undefined
}

/**
 * Sends a draft as a post, with the request that was sent before if there is one. Removes the draft when the backend has
 * accepted it. If the connection is lost, moves it to the posts that wait to be sent; if the backend refuses it, stores
 * the message in it. If the token is refused, the draft is sent after the next log-in. A request that is too old is not
 * sent: the backend would make a second post. If another call is sending the draft, waits for that one instead.
 * Resolves to whether the backend has accepted the post.
 */
export async function sendPost(scope: SessionScope, id: string): Promise<boolean> {
  const inFlight = inFlightOf(scope)
  const draft = readDraft(id)
  const otherCall = draft && inFlight.get().get(draft.key)
  if (!draft || otherCall) return otherCall ?? false
  if (isKeyExpired(draft)) {
    renewKey(id)
    // Its text was changed after it was sent: it is another post.
    if (!draft.request) return sendPost(scope, id)
    updateDraft(id, (old) => ({ ...old, failed: maybePosted }))
    return false
  }
  const { failed: _failed, ...unsent } = draft
  const { key, sentAt = Date.now(), request = requestOf(draft) } = unsent
  const sent = { ...unsent, request, sentAt }
  changeDraft(id, () => sent)
  const call = sendRequest(scope, id, sent).finally(() => {
    inFlight.update((calls) => new Map([...calls].filter(([other]) => other !== key)))
  })
  inFlight.update((calls) => new Map(calls).set(key, call))
  return call
}

/** Sends the request of a draft, and stores the result in the draft. Resolves to whether the post was accepted. */
async function sendRequest(scope: SessionScope, id: string, sent: SentDraft): Promise<boolean> {
  const { key, request } = sent
  const unsentId = draftId(`unsent:${key}`)
  try {
    await newPostsOf(scope).trackOwn(() => createPost(clientOf(scope), request))
    removeSentDraft(id, key)
    return true
  } catch (error) {
    const refusal = refusalIn(error)
    if (isTokenError(refusal?.code)) {
      reportError(error)
      return false
    }
    if (isConnectionLost(error)) {
      reportError(error)
      if (readDraft(id)) changeDraft(unsentId, () => sent)
      if (id !== unsentId) removeSentDraft(id, key)
      return false
    }
    const message = messagesOf(error).join(' ')
    // The message of bad input begins with the field. The key is known with another text.
    const isOtherPost = refusal?.code === 'BAD_INPUT' && message.startsWith('idempotencyKey ')
    if (isOtherPost) renewKey(id)
    const failed = isOtherPost ? alreadyPosted : refusal?.status === 500 ? serverError : message
    if (refusal?.status !== 500) reportError(error)
    updateDraft(id, (current) => ({ ...current, failed }))
    // The form, which shows the message, is on Home.
    if (location.pathname !== appPaths.home && id !== unsentId) toast.error(failed)
    return false
  }
}

/** The message of spec §8. */
const serverError = 'Server Error try again'

/** The backend knows the key with another text: the request whose response was lost had been carried out. */
const alreadyPosted = 'The earlier version of this post was already posted.'

/** For a request whose idempotency key the backend may have forgotten: sent again, it could make a second post. */
export const maybePosted = 'An earlier attempt may already have posted this.'

function requestOf({ text, file, alt = '', key }: Draft): CreatePostInput {
  const media = file?.uploaded && { ...file.uploaded, alt: alt.trim() || null }
  return { content: text, ...(media && { media }), idempotencyKey: key }
}

async function createPost(client: ApolloClient, input: CreatePostInput): Promise<{ id: string }> {
  const { createPost: created } = await sendMutation(client, CreatePostDocument, { input }, (cache, data) => {
    const { postEdge, viewer } = data.createPost
    addPostEverywhere(cache, postEdge, viewer, { inFeed: true })
  })
  return created.postEdge.node
}

/** Removes a draft that was posted or moved. A text that another tab has changed meanwhile becomes a draft of its own. */
function removeSentDraft(id: string, key: string): void {
  const draft = readDraft(id)
  if (draft?.key !== key) return
  if (!draft.request) return renewKey(id)
  removeDraft(id)
  if (draft.file) removeUnusedDraftFiles(draft.file.id).catch(reportError)
}

/** Gives a draft a new idempotency key: what it becomes is another post than the one that was sent. */
function renewKey(id: string): void {
  updateDraft(id, ({ request: _request, sentAt: _sentAt, ...draft }) => ({ ...draft, key: newKey() }))
}

/** Returns whether a draft was sent so long ago that the backend may have forgotten its idempotency key. */
function isKeyExpired({ request, sentAt = request ? 0 : Date.now() }: Draft): boolean {
  return !isRecent(sentAt)
}

/** Returns whether a draft was sent, and can be sent again without making a second post. */
export function isRepeatable(draft: Draft): boolean {
  return draft.request !== undefined && !isKeyExpired(draft)
}

/** Returns the label of the button that sends a failed draft again. */
export function retryLabel({ request }: Draft): string {
  return request ? 'Retry' : 'Post this text, too'
}

/** Returns whether a draft is a post that is sent when the connection returns. A refused one is not. */
export function isWaiting(id: string, draft: Draft | undefined): boolean {
  return id.startsWith(draftId('unsent:')) && draft !== undefined && draft.failed === undefined && isRepeatable(draft)
}
