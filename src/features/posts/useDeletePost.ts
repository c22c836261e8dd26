import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { DeletePostDocument } from './DeletePost.generated.ts'
import { delayEviction, removePostEverywhere } from './postLists.ts'
import type { DeletedPost } from './undoDeletion.ts'

type Undo = typeof import('./undoDeletion.ts')

const withUndo = <Result>(use: (undo: Undo) => Result) => import('./undoDeletion.ts').then(use).catch(reportError)

/**
 * Deletes a post and offers to undo that. `deleted` becomes true at once, and false again if the post was not deleted; a
 * failure is only logged (spec §8).
 */
export function useDeletePost(post: DeletedPost): {
  deleted: boolean
  deletePost: () => Promise<boolean>
} {
  const [deleted, setDeleted] = useState(false)
  const client = useApolloClient()
  useEffect(() => (deleted ? delayEviction(client.cache, post.id) : undefined), [deleted, client, post.id])
  const deletePost = async () => {
    setDeleted(true)
    void withUndo(({ rememberSentDeletion }) => rememberSentDeletion(post))
    try {
      await client.mutate({
        mutation: DeletePostDocument,
        variables: { input: { postId: post.id } },
        update: (cache, { data }) => {
          if (data) removePostEverywhere(cache, post.id, data.deletePost.viewer)
        },
      })
      void withUndo(({ offerUndo }) => offerUndo(client, post))
      return true
    } catch (error) {
      reportError(error)
      const isGone = (await withUndo((undo) => undo.handleFailedDeletion(client, post, error))) === true
      setDeleted(isGone)
      return isGone
    }
  }
  return { deleted, deletePost }
}
