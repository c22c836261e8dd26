import { sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { needsRefetch } from '../../../apollo/refusedChanges.ts'
import { refusalIn, serverRefusalIn } from '../../../backend/refusals.ts'
import { reportError } from '../../../lib/reportError.ts'
import { newKey } from '../../../lib/newKey.ts'
import type { SessionScope } from '../../../session/sessionScope.ts'
import { announce, consumeFocusRequest, focusMain, focusWhenShown } from '../../../ui/pageFocus.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { markPostRestored, refetchPostLists } from '../postLists.ts'
import { postSummary, type DescribedPost } from '../../texts/postTexts.ts'
import { RestorePostDocument } from './RestorePost.generated.ts'

/** What is needed of a post to delete it and to describe that. */
export type DeletedPost = DescribedPost & { id: string }

const summaryOf = (post: DeletedPost) => postSummary(post, 60)

/** Says that a post was not deleted, unless the user has logged out meanwhile. */
export function reportNotDeleted({ signal }: SessionScope, post: DeletedPost): void {
  if (!signal.aborted) toast.error(`Not deleted: ${summaryOf(post)}`)
}

/** Shows the toast of a deleted post, which offers to restore it, unless the user has logged out meanwhile. */
export function offerUndo(scope: SessionScope, post: DeletedPost): void {
  const { signal } = scope
  if (signal.aborted) return
  const postId = post.id
  // The same for each press: a restoration that was carried out despite a status 500 succeeds again.
  const idempotencyKey = newKey()
  const undo = { label: 'Undo', run: () => void restore() }
  toast.info('Post deleted', { action: undo, signal })
  announce(`Deleted: ${summaryOf(post)} Tab leads to Undo.`)

  async function restore(): Promise<void> {
    // Closing the toast would lose the focus.
    focusMain()
    focusWhenShown(postId)
    try {
      const input = { postId, idempotencyKey }
      await sendMutation(clientOf(scope), RestorePostDocument, { input }, (_cache, { restorePost }) => {
        markPostRestored(scope, restorePost.postEdge.node.id)
      })
      if (!signal.aborted) announce(`Restored: ${summaryOf(post)}`)
    } catch (error) {
      reportError(error)
      consumeFocusRequest(postId)
      if (signal.aborted) return
      if (needsRefetch(error)) refetchPostLists(scope).catch(reportError)
      if (refusalIn(error)?.code === 'POST_NOT_FOUND') toast.error('This post can no longer be restored.')
      else toast.error(serverRefusalIn(error) ?? 'The post could not be restored.', { action: undo, signal })
    }
  }
}
