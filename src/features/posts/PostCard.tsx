import type { FragmentType } from '@apollo/client'
import { useSuspenseFragment } from '@apollo/client/react'
import { memo } from 'react'
import { FollowButton } from '../people/FollowButton.tsx'
import { OwnPostCard } from './OwnPostCard.tsx'
import { PostArticle, type PostLayout } from './PostArticle.tsx'
import { PostCard_PostFragmentDoc } from './PostCard.generated.ts'

interface PostCardProps extends PostLayout {
  post: { id: string } & FragmentType<typeof PostCard_PostFragmentDoc>
  onDeleted?: () => void
}

/**
 * A post with its actions (spec §2, "Post card"). Memoised by the post's id, because a masked post is only a reference:
 * its list creates a new one for each result.
 */
export const PostCard = memo(
  function PostCard({ post: from, onDeleted, ...layout }: PostCardProps) {
    const { data: post } = useSuspenseFragment({
      fragment: PostCard_PostFragmentDoc,
      fragmentName: 'PostCard_post',
      from,
    })
    return post.viewerCanEdit ? (
      <OwnPostCard post={post} onDeleted={onDeleted} layout={layout} />
    ) : (
      <PostArticle {...layout} post={post} tools={<FollowButton user={post.author} />} text={post.content} />
    )
  },
  ({ post, ...layout }, { post: nextPost, ...nextLayout }) =>
    post.id === nextPost.id &&
    layout.solo === nextLayout.solo &&
    layout.onDeleted === nextLayout.onDeleted &&
    layout.position === nextLayout.position &&
    layout.setSize === nextLayout.setSize,
)
