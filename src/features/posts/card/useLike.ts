import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { fetchQuery, sendMutation } from '../../../apollo/calls.ts'
import { reportError } from '../../../apollo/errors.ts'
import { useToggle, type Toggle, type ToggleCalls } from '../../../apollo/optimisticToggles.ts'
import { DislikePostDocument, LikePostDocument, LikeStateDocument } from './LikeButton.generated.ts'

/** Likes and unlikes a post. Only logs failures (spec §8). Refetches the post if its likes are in doubt. */
export function useLike(post: { id: string; viewerHasLiked: boolean }): Toggle {
  return useToggle(post.viewerHasLiked, likeCalls(useApolloClient(), post.id))
}

export function likeCalls(client: ApolloClient, postId: string): ToggleCalls {
  return {
    kind: 'like',
    id: postId,
    send: (on) =>
      on
        ? sendMutation(client, LikePostDocument, { input: { postId } })
        : sendMutation(client, DislikePostDocument, { input: { postId } }),
    onError: reportError,
    refetch: async () => (await fetchQuery(client, LikeStateDocument, { postId })).post?.viewerHasLiked,
  }
}
