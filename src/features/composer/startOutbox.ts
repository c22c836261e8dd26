import { clientOf } from '../../apollo/client.ts'
import { watchBackendLoss } from '../../backend/connection.ts'
import { reconnections } from '../../lib/reconnections.ts'
import { reportError } from '../../lib/reportError.ts'
import { sessionState, type SessionScope } from '../../session/sessionScope.ts'
import { ownDrafts, removeDraft, setPostDeleted } from '../drafts/draftStore.ts'
import { postExists } from '../postChanges/deletion/useDeletePost.ts'
import { sendPost } from './sendPost.ts'

/**
 * Starts the outbox of a session, once. It sends every post that was sent and not answered, perhaps by a page that has
 * closed, with its idempotency key: now, and when the connection returns. `sendPost` ignores those that this tab is
 * sending. An edit or a profile is not sent: its form says that it was not answered. When the backend can be reached, also
 * marks the edits and replies whose posts were deleted meanwhile. Ends with the session.
 */
export const startOutbox = sessionState((scope): void => {
  // The page that offered Undo has closed.
  for (const [id, draft] of ownDrafts(scope)) {
    if (draft.kind === 'edit' && draft.isDeleted && draft.isDeletedByViewer) removeDraft(id)
  }
  sendUnanswered(scope)
  const stops = [
    reconnections.subscribe(() => sendUnanswered(scope)),
    watchBackendLoss((isLost) => {
      if (!isLost) markDeletedPosts(scope)
    }),
  ]
  scope.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
})

function sendUnanswered(scope: SessionScope): void {
  const unanswered = ownDrafts(scope)
    .filter(([, { kind, status }]) => kind === 'post' && status.type === 'saving')
    .toSorted(([, one], [, other]) => (one.request.sentAt ?? 0) - (other.request.sentAt ?? 0))
  for (const [id] of unanswered) void sendPost(scope, id)
}

/** Marks the edits and replies whose posts were deleted while no page of Weft was open, or without a connection. */
function markDeletedPosts(scope: SessionScope): void {
  for (const [, draft] of ownDrafts(scope)) {
    const postId = draft.kind === 'edit' ? draft.postId : draft.kind === 'post' ? draft.inReplyTo?.id : undefined
    if (postId === undefined) continue
    postExists(clientOf(scope), postId)
      .then((exists) => (exists ? undefined : setPostDeleted(scope, postId, true)))
      .catch(reportError)
  }
}
