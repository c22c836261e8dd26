import { useApolloClient } from '@apollo/client/react'
import { reportError } from '../../apollo/errors.ts'
import { useToggle, type Toggle } from '../../apollo/useToggle.ts'
import { DislikePostDocument, LikePostDocument } from './LikeButton.generated.ts'

/** Likes and unlikes a post. A failure puts the old state back and is only logged (spec §8). */
export function useLike(post: { id: string; viewerHasLiked: boolean }): Toggle {
  const client = useApolloClient()
  return useToggle(`like ${post.id}`, post.viewerHasLiked, async (on) => {
    try {
      const variables = { input: { postId: post.id } }
      await client.mutate({ mutation: on ? LikePostDocument : DislikePostDocument, variables })
      return true
    } catch (error) {
      reportError(error)
      return false
    }
  })
}
