import { useApolloClient } from '@apollo/client/react'
import { refusalIn, reportError } from '../../apollo/errors.ts'
import { EditPostDocument } from './EditPost.generated.ts'

type EditResult = 'saved' | 'deleted' | 'failed'

/** Changes the text of a post. A failure is only logged (spec §8); `deleted` means that there is no such post. */
export function useEditPost(postId: string): {
  editPost: (content: string, idempotencyKey?: string) => Promise<EditResult>
} {
  const client = useApolloClient()
  const editPost = async (content: string, idempotencyKey: string | null = null): Promise<EditResult> => {
    try {
      await client.mutate({ mutation: EditPostDocument, variables: { input: { postId, content, idempotencyKey } } })
      return 'saved'
    } catch (error) {
      reportError(error)
      return refusalIn(error)?.code === 'POST_NOT_FOUND' ? 'deleted' : 'failed'
    }
  }
  return { editPost }
}
