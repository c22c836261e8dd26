import type { ApolloClient } from '@apollo/client'
import { refusalIn, reportError } from '../../apollo/errors.ts'
import { announcement } from '../../ui/pageFocus.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { addPostEverywhere, forgetPostDeletion } from './postLists.ts'
import { postSummary, type DescribedPost } from './postTexts.ts'
import { focusWhenShown } from './restoredPost.ts'
import { RestorePostDocument } from './RestorePost.generated.ts'

type DeletedPost = DescribedPost & { id: string }

/** Shows the toast of a deleted post, which offers to restore it. */
export function offerUndo(client: ApolloClient, post: DeletedPost): void {
  // The same key for each try: a restoration whose response was lost succeeds again.
  const idempotencyKey = crypto.randomUUID()
  const undo = { label: 'Undo', run: () => void restore() }
  toast.info('Post deleted', { action: undo })
  announcement.set(`Deleted: ${postSummary(post, 60)} Alt+T leads to Undo.`)

  async function restore(): Promise<void> {
    try {
      focusWhenShown(post.id)
      await client.mutate({
        mutation: RestorePostDocument,
        variables: { input: { postId: post.id, idempotencyKey } },
        update: (cache, { data }) => {
          if (!data) return
          const { postEdge, viewer } = data.restorePost
          forgetPostDeletion(cache, postEdge.node)
          addPostEverywhere(cache, postEdge, viewer, { inFeed: true })
        },
      })
      announcement.set(`Restored: ${postSummary(post, 60)}`)
    } catch (error) {
      reportError(error)
      const isGone = refusalIn(error)?.code === 'POST_NOT_FOUND'
      if (isGone) toast.error('This post can no longer be restored.')
      else toast.error('The post could not be restored.', { action: undo })
    }
  }
}
