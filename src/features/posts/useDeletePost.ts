import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { DeletePostDocument } from './DeletePost.generated.ts'
import { removePostEverywhere } from './postLists.ts'

/**
 * Deletes a post. `deleted` becomes true at once, and false again if the call fails; a failure is only logged (spec §8).
 */
export function useDeletePost(postId: string): { deleted: boolean; deletePost: () => Promise<boolean> } {
  const [deleted, setDeleted] = useState(false)
  const client = useApolloClient()
  const deletePost = async () => {
    setDeleted(true)
    try {
      await client.mutate({
        mutation: DeletePostDocument,
        variables: { input: { postId } },
        update: (cache, { data }) => {
          if (data) removePostEverywhere(cache, postId, data.deletePost.viewer)
        },
      })
      return true
    } catch (error) {
      setDeleted(false)
      reportError(error)
      return false
    }
  }
  return { deleted, deletePost }
}
