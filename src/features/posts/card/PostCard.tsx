import { memo } from 'react'
import { FollowButton } from '../../people/FollowButton.tsx'
import { OwnPostCard } from './OwnPostCard.tsx'
import { PostArticle, type PostLayout } from './PostArticle.tsx'
import type { PostCard_PostFragment } from './PostCard.generated.ts'

interface PostCardProps extends PostLayout {
  post: PostCard_PostFragment
  onDeleted?: () => void
}

/**
 * A post with its actions (spec §2, "Post card"). The post comes from the query of its list: Apollo returns the same object
 * for a post that did not change, so a change renders only the cards whose post changed.
 */
export const PostCard = memo(function PostCard({ post, onDeleted, ...layout }: PostCardProps) {
  return post.viewerCanEdit ? (
    <OwnPostCard post={post} onDeleted={onDeleted} layout={layout} />
  ) : (
    <PostArticle
      {...layout}
      post={post}
      // Replies below a post are many, and without buttons beside their authors.
      tools={layout.thread && layout.thread !== 'ancestor' ? null : <FollowButton user={post.author} quiet />}
      text={post.content}
    />
  )
})
