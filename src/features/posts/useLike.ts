import { useApolloClient } from '@apollo/client/react'
import { reportError } from '../../apollo/errors.ts'
import { useToggle, type Toggle } from '../../apollo/optimisticToggles.ts'
import { DislikePostDocument, LikePostDocument, LikeStateDocument } from './LikeButton.generated.ts'

/** Likes and unlikes a post. Only logs failures (spec §8). Refetches the post if its likes are in doubt. */
export function useLike(post: { id: string; viewerHasLiked: boolean }): Toggle {
  const client = useApolloClient()
  const postId = post.id
  return useToggle(`like ${postId}`, post.viewerHasLiked, {
    send: (on) =>
      client.mutate({ mutation: on ? LikePostDocument : DislikePostDocument, variables: { input: { postId } } }),
    onError: reportError,
    refetch: async () => {
      const { data } = await client.query({
        query: LikeStateDocument,
        variables: { postId },
        fetchPolicy: 'network-only',
      })
      return data?.post?.viewerHasLiked
    },
  })
}
