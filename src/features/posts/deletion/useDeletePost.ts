import type { ApolloClient } from '@apollo/client'
import { useEffect, useState } from 'react'
import { fetchQuery, sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { reportToggleFailure } from '../../../apollo/refusedChanges.ts'
import { refusalIn } from '../../../backend/refusals.ts'
import { reportError } from '../../../lib/reportError.ts'
import { requestValue, usePendingValue, type ToggleCalls } from '../../../apollo/optimisticToggles.ts'
import { loadModule } from '../../../lib/loadModule.ts'
import { useSessionScope, type SessionScope } from '../../../session/sessionScope.ts'
import { delayEviction, isPostDeleted, removePostEverywhere } from '../lists/postLists.ts'
import { DeletePostDocument } from './DeletePost.generated.ts'
import { PostExistsDocument } from './PostExists.generated.ts'
import type { DeletedPost } from './undoDeletion.ts'

const loadUndo = loadModule(() => import('./undoDeletion.ts'))

/**
 * Deletes a post and offers to undo that. `deleted` becomes true at once, and false again if the post is not deleted; a
 * failure is logged (spec §8) and announced. `deletePost` resolves to whether the post is deleted.
 */
export function useDeletePost(post: DeletedPost): {
  deleted: boolean
  deletePost: () => Promise<boolean>
} {
  const scope = useSessionScope()
  const isPending = usePendingValue('deletion', post.id) ?? false
  const [isDone, setDone] = useState(false)
  const deleted = isPending || isDone
  useEffect(() => (deleted ? delayEviction(scope, post.id) : undefined), [deleted, scope, post.id])
  const deletePost = async () => {
    setDone(true)
    const undo = loadUndo().catch(reportError)
    const isAccepted = await requestValue(scope, deletionCalls(scope, post.id), true)
    const isGone = isAccepted || isPostDeleted(scope, post.id)
    setDone(isGone)
    if (isAccepted) void undo.then((code) => code?.offerUndo(scope, post))
    else if (!isGone) void undo.then((code) => code?.announceNotDeleted(scope, post))
    return isGone
  }
  return { deleted, deletePost }
}

/** Deletes a post in the backend and in the cached lists. It is a toggle that is only switched on. */
export function deletionCalls(scope: SessionScope, postId: string): ToggleCalls {
  const client = clientOf(scope)
  const removeOwn = () => removePostEverywhere(scope, postId, { __typename: 'User', id: scope.userId })
  return {
    kind: 'deletion',
    id: postId,
    send: ({ idempotencyKey }) =>
      sendMutation(client, DeletePostDocument, { input: { postId, idempotencyKey } }, (_, { deletePost }) =>
        removePostEverywhere(scope, postId, deletePost.viewer),
      ),
    onError: (error) => {
      reportToggleFailure(error)
      // Another tab has deleted it.
      if (refusalIn(error)?.code === 'POST_NOT_FOUND') removeOwn()
    },
    refetch: async () => {
      if (!(await postExists(client, postId))) removeOwn()
    },
  }
}

/** Asks the backend whether a post exists. Rejects if it does not answer. */
export async function postExists(client: ApolloClient, postId: string): Promise<boolean> {
  // Not stored: the page of a post that is being deleted would say that it was not found.
  return (await fetchQuery(client, PostExistsDocument, { postId }, 'no-cache')).post !== null
}
