import type { ApolloClient } from '@apollo/client'
import { fetchQuery, sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { reportToggleFailure } from '../../../apollo/refusedChanges.ts'
import { serverRefusalIn } from '../../../backend/refusals.ts'
import { requestValue, usePendingValue, type ToggleCalls } from '../../../apollo/optimisticToggles.ts'
import { useSessionScope, type SessionScope } from '../../../session/sessionScope.ts'
import { setDeletedByViewer } from '../../drafts/draftStore.ts'
import { removePost } from '../postLists.ts'
import { DeletePostDocument } from './DeletePost.generated.ts'
import { PostExistsDocument } from './PostExists.generated.ts'
import { offerUndo, reportNotDeleted, type DeletedPost } from './undoDeletion.ts'

/**
 * Deletes a post and offers to undo that. `deleted` becomes true at once, and false again if the post is not deleted; a
 * failure is logged (spec §8) and shown. `deletePost` resolves to whether the post is deleted.
 */
export function useDeletePost(post: DeletedPost): {
  deleted: boolean
  deletePost: () => Promise<boolean>
} {
  const scope = useSessionScope()
  const deleted = usePendingValue('deletion', post.id) ?? false
  const deletePost = async () => {
    setDeletedByViewer(scope, post.id, true)
    let isGone = false
    let isExplained = false
    const remove = () => {
      isGone = true
      removePost(scope, post.id)
    }
    const isAccepted = await requestValue(
      scope,
      deletionCalls(scope, post.id, remove, () => (isExplained = true)),
      true,
    )
    if (!isAccepted) setDeletedByViewer(scope, post.id, false)
    if (isAccepted) offerUndo(scope, post)
    else if (!isGone && !isExplained) reportNotDeleted(scope, post)
    return isGone
  }
  return { deleted, deletePost }
}

/**
 * Deletes a post in the backend. It is a toggle that is only switched on. Calls `remove` if the post is deleted, and
 * `onExplained` if a message says why it is not.
 */
function deletionCalls(scope: SessionScope, postId: string, remove: () => void, onExplained: () => void): ToggleCalls {
  const client = clientOf(scope)
  return {
    kind: 'deletion',
    id: postId,
    send: () => sendMutation(client, DeletePostDocument, { input: { postId } }, remove),
    onError: (error) => {
      reportToggleFailure(error)
      if (serverRefusalIn(error) !== undefined) onExplained()
    },
    refetch: async () => {
      if (!(await postExists(client, postId))) remove()
    },
  }
}

/** Asks the backend whether a post exists. Rejects if it does not answer. */
export async function postExists(client: ApolloClient, postId: string): Promise<boolean> {
  // Not stored: the page of a post that is being deleted would say that it was not found.
  return (await fetchQuery(client, PostExistsDocument, { postId }, 'no-cache')).post !== null
}
