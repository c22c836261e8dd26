import { sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { isOutcomeUnknown, refusalIn, reportError } from '../../../apollo/errors.ts'
import type { SessionScope } from '../../../session/scope.ts'
import { announce, focusMain } from '../../../ui/pageFocus.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { newKey } from '../../drafts/drafts.ts'
import { postExists } from './postExists.ts'
import { addPostEverywhere, forgetPostDeletion, isPostDeleted } from '../lists/postLists.ts'
import { postSummary, type DescribedPost } from '../text/postTexts.ts'
import { focusWhenShown } from './restoredPost.ts'
import { RestorePostDocument } from './RestorePost.generated.ts'

/** What is needed of a post to delete it and to describe that. */
export type DeletedPost = DescribedPost & { id: string }

/**
 * Handles a failed deletion. Resolves to whether the post is deleted, or to undefined if that is unknown. Offers Undo if
 * only the response was lost; otherwise announces what is known, unless the user has logged out meanwhile.
 */
export async function handleFailedDeletion(
  scope: SessionScope,
  post: DeletedPost,
  error: unknown,
): Promise<boolean | undefined> {
  // Another tab has deleted it.
  if (refusalIn(error)?.code === 'POST_NOT_FOUND') return true
  const isGone = isOutcomeUnknown(error) ? await isDeletedPost(scope, post.id) : false
  if (isGone) offerUndo(scope, post)
  else if (!scope.signal.aborted) {
    const outcome = isGone === false ? 'Not deleted' : 'It is not certain that the post was deleted'
    announce(`${outcome}: ${summaryOf(post)}`)
  }
  return isGone
}

/** Returns whether the post is deleted. Undefined if the backend does not answer and no event of a deletion has arrived. */
async function isDeletedPost(scope: SessionScope, postId: string): Promise<boolean | undefined> {
  const exists = await postExists(clientOf(scope), postId).catch(reportError)
  return exists === undefined ? isPostDeleted(scope, postId) || undefined : !exists
}

const summaryOf = (post: DeletedPost) => postSummary(post, 60)

/** Shows the toast of a deleted post, which offers to restore it, unless the user has logged out meanwhile. */
export function offerUndo(scope: SessionScope, post: DeletedPost): void {
  const { signal } = scope
  if (signal.aborted) return
  const client = clientOf(scope)
  const postId = post.id
  // The same key for each try: a restoration whose response was lost succeeds again.
  const idempotencyKey = newKey()
  const undo = { label: 'Undo', run: () => void restore(), signal }
  toast.info('Post deleted', { action: undo })
  announce(`Deleted: ${summaryOf(post)} Alt+T leads to Undo.`)

  const announceRestored = () => {
    if (!signal.aborted) announce(`Restored: ${summaryOf(post)}`)
  }

  async function restore(): Promise<void> {
    try {
      // Closing the toast would lose the focus.
      focusMain()
      focusWhenShown(postId)
      await sendMutation(
        client,
        RestorePostDocument,
        { input: { postId, idempotencyKey } },
        (cache, { restorePost }) => {
          const { postEdge, viewer } = restorePost
          forgetPostDeletion(scope, postEdge.node)
          addPostEverywhere(cache, postEdge, viewer, { inFeed: true })
        },
      )
      announceRestored()
    } catch (error) {
      reportError(error)
      if (signal.aborted) return
      if (refusalIn(error)?.code === 'POST_NOT_FOUND') toast.error('This post can no longer be restored.')
      // If only the response was lost, the event of the restoration adds the post to the lists.
      else {
        const exists = await postExists(client, postId).catch(reportError)
        if (exists) announceRestored()
        else if (exists === undefined) toast.error('It is not certain that the post was restored.', { action: undo })
        else toast.error('The post could not be restored.', { action: undo })
      }
    }
  }
}
