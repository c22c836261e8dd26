import { reportError } from '../../lib/reportError.ts'
import { clientOf } from '../../apollo/client.ts'
import { watchBackendLoss } from '../../backend/connection.ts'
import { reconnections } from '../../lib/reconnections.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { isRepeatable } from '../drafts/draft.ts'
import { allDrafts, draftId, isInterrupted, onDraftsChanged, setPostDeleted } from '../drafts/draftStore.ts'
import { postExists } from '../posts/deletion/useDeletePost.ts'
import { saveEdit } from '../posts/editing/saveEdit.ts'
import { saveProfile } from '../profile/saveProfile.ts'
import { isWaiting, sendPost } from './sendPost.ts'

/**
 * Sends drafts again, with their idempotency keys:
 *
 * - now, those that a closed page had sent without a response,
 * - at once, each post that begins to wait in any tab, or waits again after Undo,
 * - when the connection returns, all posts that wait.
 *
 * `sendPost` ignores a post that this tab is sending. Now and when the backend returns, also marks the edits whose posts
 * were deleted meanwhile. Returns a function that stops it.
 */
export function resendDrafts(scope: SessionScope): () => void {
  resendInterrupted(scope)
  const stopWatching = watchBackendLoss((isLost) => {
    if (!isLost) markDeletedEdits(scope)
  })
  let known = waitingIds(scope)
  const unsubscribe = onDraftsChanged(() => {
    const former = known
    known = waitingIds(scope)
    for (const id of known) if (!former.includes(id)) void sendPost(scope, id)
  })
  const stopReconnecting = reconnections.subscribe(() => {
    for (const id of waitingIds(scope)) void sendPost(scope, id)
  })
  return () => {
    unsubscribe()
    stopReconnecting()
    stopWatching()
  }
}

function waitingIds(scope: SessionScope): string[] {
  return [...allDrafts()].flatMap(([id, draft]) => (isWaiting(scope, id, draft) ? [id] : []))
}

function resendInterrupted(scope: SessionScope): void {
  const own = draftId(scope, '')
  for (const [id, draft] of allDrafts()) {
    if (!id.startsWith(own) || !isInterrupted(id)) continue
    if (draft.kind === 'post') void sendPost(scope, id)
    // Sent after a day, it could undo a later change.
    else if (isRepeatable(draft)) void (draft.kind === 'edit' ? saveEdit(scope, id) : saveProfile(scope))
  }
}

/** Marks the drafts of edits whose posts were deleted while no page of Weft was open, or without a connection. */
function markDeletedEdits(scope: SessionScope): void {
  const start = draftId(scope, 'edit:')
  for (const id of allDrafts().keys()) {
    if (!id.startsWith(start)) continue
    const postId = id.slice(start.length)
    postExists(clientOf(scope), postId)
      .then((exists) => (exists ? undefined : setPostDeleted(scope, postId, true)))
      .catch(reportError)
  }
}
