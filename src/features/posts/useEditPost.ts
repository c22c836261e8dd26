import { useMutation } from '@apollo/client/react'
import { reportError } from '../../apollo/errors.ts'
import { EditPostDocument } from './EditPost.generated.ts'

/** Changes the text of a post. Resolves to whether that succeeded; a failure is only logged (spec §8). */
export function useEditPost(postId: string): { editPost: (content: string) => Promise<boolean> } {
  const [mutate] = useMutation(EditPostDocument)
  const editPost = async (content: string) => {
    try {
      await mutate({ variables: { input: { postId, content } } })
      return true
    } catch (error) {
      reportError(error)
      return false
    }
  }
  return { editPost }
}
