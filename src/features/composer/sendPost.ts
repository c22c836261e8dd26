import type { Unmasked } from '@apollo/client'
import { sendMutation } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { messagesOf, refusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { isCodeNotLoaded, isConnectionLost, watchBackendLoss } from '../../backend/connection.ts'
import type { CreatePostInput } from '../../generated/types.ts'
import { isRecent } from '../../lib/isRecent.ts'
import { newKey } from '../../lib/newKey.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { focusMain, focusWhenShown } from '../../ui/pageFocus.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { uploadedMediaOf, type Draft, type PostDraft } from '../drafts/draft.ts'
import {
  draftWith,
  isInOutbox,
  onDraftsChanged,
  outboxId,
  ownDrafts,
  readDraft,
  replaceDraft,
  setPostDeleted,
  shownForm,
  writeDraft,
} from '../drafts/draftStore.ts'
import { sendDraft, type SendFailure } from '../drafts/sendDraft.ts'
import { whilePublishing } from '../postChanges/newPosts.ts'
import { addOwnPost, addOwnReply } from '../postChanges/postLists.ts'
import { postedOf } from './PostedNotice.tsx'
import { CreatePostDocument, type CreatePostMutation } from './CreatePost.generated.ts'

/**
 * Sends a draft as a post; posts are sent one after the other. While the backend cannot be reached, the draft waits in
 * the outbox, and its request is sent again until it is answered. A request that is too old is not sent
 * again, because the backend would make a second post. If its text was changed since, it is another post.
 */
export async function sendPost(scope: SessionScope, id: string): Promise<void> {
  const draft = readDraft('post', id)
  if (!draft) return
  const { request } = draft
  if (request.sentAt !== undefined && !isRecent(request.sentAt)) return renewOldRequest(scope, id, draft)
  let hasWaited = isWaiting(scope, id, draft)
  const send = async (firstSentAt: number) => {
    const postId = await createPost(scope, request.key, firstSentAt)
    if (postId !== undefined) postedOf(scope).set({ id: postId, hasWaited })
  }
  const result = sendDraft(scope, id, {
    queue: 'posts',
    send,
    handleError: (error, sentId) => handleSendError(scope, error, sentId, request.key),
  })
  // After `sendDraft`, because only a draft that is `saving` moves to the outbox. If the backend is already lost, this
  // calls the listener at once.
  const stopWatching = watchBackendLoss((isLost) => {
    if (!isLost || scope.signal.aborted) return
    hasWaited = true
    moveToOutbox(scope, request.key)
  })
  await result.finally(stopWatching)
}

/** Gives a draft a new key, because the backend has forgotten its key. Sends it if it was changed since it was sent. */
async function renewOldRequest(scope: SessionScope, id: string, draft: PostDraft): Promise<void> {
  const renewed: PostDraft = { ...draft, request: { key: newKey() } }
  if (draft.status.type === 'editing') {
    writeDraft(id, renewed)
    await sendPost(scope, id)
  } else writeDraft(id, { ...renewed, status: { type: 'failed', message: maybePosted, wasPosted: true } })
}

/** The message of spec §8. */
const serverError = 'Server Error try again'

/** The backend knows the key with another text: it had carried out an earlier request, although it answered with an error. */
const alreadyPosted = 'The earlier version of this post was already posted.'

/** What the outbox says of a reply to a post that was deleted. */
export const parentDeleted = 'The post you were answering was deleted.'

/**
 * For a request without a response, or with a status 500, that is a day old: the backend has forgotten its key, and so
 * whether it made the post.
 */
const maybePosted = 'An earlier attempt may already have posted this.'

/**
 * Handles an error of `createPost`. If code did not load, moves the draft to the outbox and returns undefined. Otherwise
 * returns the failure, which is also shown as a toast if neither the draft's form nor the outbox shows it.
 */
function handleSendError(scope: SessionScope, error: unknown, id: string, key: string): SendFailure | undefined {
  if (refusalIn(error)?.status !== 500) reportError(error)
  if (isCodeNotLoaded(error)) {
    // It is sent when the connection returns or the page reloads.
    moveToOutbox(scope, key)
    return undefined
  }
  const failure = failureOf(error)
  const parentId = readDraft('post', id)?.inReplyTo?.id
  if (parentId !== undefined && refusalIn(error)?.code === 'POST_NOT_FOUND') {
    setPostDeleted(scope, parentId, true)
    return { message: parentDeleted }
  }
  // The form and the outbox show it.
  if (!shownForm(id) && !isInOutbox(scope, id)) toast.error(failure.message)
  return failure
}

function failureOf(error: unknown): SendFailure {
  const refusal = refusalIn(error)
  // It was sent again until the key was too old.
  if (isConnectionLost(error)) return { message: maybePosted, needsNewKey: true }
  const message = messagesOf(error).join(' ')
  if (refusal?.status === 500) return { message: serverError }
  // The message of bad input begins with the name of the field.
  if (refusal?.code === 'BAD_INPUT' && message.startsWith('idempotencyKey '))
    return { message: alreadyPosted, needsNewKey: true }
  return { message }
}

/** Creates the post of the draft with this key, and returns its id. A draft that is discarded is not sent again. */
async function createPost(scope: SessionScope, key: string, firstSentAt: number): Promise<string | undefined> {
  const [, draft] = draftWith(key) ?? []
  if (draft?.kind !== 'post') return undefined
  const discarded = new AbortController()
  const unsubscribe = onDraftsChanged(() => {
    if (!draftWith(key)) discarded.abort()
  })
  try {
    const { createPost: created } = await whilePublishing(scope, () =>
      sendMutation(
        clientOf(scope),
        CreatePostDocument,
        { input: inputOf(draft) },
        (_cache, data) => addToLists(scope, key, data.createPost),
        { signal: discarded.signal, firstSentAt },
      ),
    )
    return created.postEdge.node.id
  } catch (error) {
    // `retryLink` has stopped because the draft was discarded, and Undo has restored it meanwhile.
    const isRestored = discarded.signal.aborted && isConnectionLost(error) && draftWith(key)
    if (!isRestored || scope.signal.aborted) throw error
    return await createPost(scope, key, firstSentAt)
  } finally {
    unsubscribe()
  }
}

/** Adds what the draft with this key has become to the lists. */
function addToLists(
  scope: SessionScope,
  key: string,
  { postEdge, replyEdge }: Unmasked<CreatePostMutation>['createPost'],
): void {
  const [id, draft] = draftWith(key) ?? []
  const { parent } = postEdge.node
  if (!replyEdge || parent?.__typename !== 'Post') return addOwnPost(scope, postEdge)
  addOwnReply(scope, parent.id, replyEdge)
  // It takes the focus from the form that has sent it.
  const form = draft?.kind === 'post' && id !== undefined && shownForm(id)
  if (!form) return
  if (form.contains(document.activeElement)) focusMain()
  focusWhenShown(replyEdge.node.id)
}

function inputOf(draft: PostDraft): CreatePostInput {
  const { text, media, request, inReplyTo } = draft
  const uploaded = uploadedMediaOf(draft)
  return {
    ...(inReplyTo && { inReplyTo: inReplyTo.id }),
    content: text,
    ...(uploaded && { media: { ...uploaded, alt: media?.alt.trim() || null } }),
    idempotencyKey: request.key,
  }
}

/**
 * Moves the draft with this key from its form to the outbox while it is sent. The form is free for another post. Also
 * completes a move during which the page closed.
 */
function moveToOutbox(scope: SessionScope, key: string): void {
  for (const [id, draft] of ownDrafts(scope))
    if (draft.request.key === key && draft.status.type === 'saving' && !isInOutbox(scope, id))
      replaceDraft(id, outboxId(scope, key), draft)
}

/** Returns whether a draft is a post in the outbox that the backend has not answered yet. */
export function isWaiting(scope: SessionScope, id: string, draft: Draft): boolean {
  return isInOutbox(scope, id) && draft.status.type === 'saving'
}
