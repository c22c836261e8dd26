import { useApolloClient } from '@apollo/client/react'
import { reportError } from '../../apollo/errors.ts'
import { EditPostDocument } from './EditPost.generated.ts'

/** Changes the text of a post. Resolves to whether that succeeded; a failure is only logged (spec §8). */
export function useEditPost(postId: string): { editPost: (content: string) => Promise<boolean> } {
  const client = useApolloClient()
  const editPost = async (content: string) => {
    try {
      await client.mutate({ mutation: EditPostDocument, variables: { input: { postId, content } } })
      return true
    } catch (error) {
      reportError(error)
      return false
    }
  }
  return { editPost }
}
