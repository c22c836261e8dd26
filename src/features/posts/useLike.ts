import { useApolloClient } from '@apollo/client/react'
import { isConflict, reportError } from '../../apollo/errors.ts'
import { useToggle, type Toggle } from '../../apollo/optimisticToggles.ts'
import { DislikePostDocument, LikePostDocument, LikeStateDocument } from './LikeButton.generated.ts'

/** Likes and unlikes a post. A failure is only logged (spec §8); after a conflict the post is fetched again. */
export function useLike(post: { id: string; viewerHasLiked: boolean }): Toggle {
  const client = useApolloClient()
  const postId = post.id
  return useToggle(`like ${postId}`, post.viewerHasLiked, async (on) => {
    try {
      await client.mutate({ mutation: on ? LikePostDocument : DislikePostDocument, variables: { input: { postId } } })
      return true
    } catch (error) {
      reportError(error)
      if (isConflict(error)) await refetch().catch(reportError)
      return false
    }
  })

  function refetch() {
    return client.query({ query: LikeStateDocument, variables: { postId }, fetchPolicy: 'network-only' })
  }
}
