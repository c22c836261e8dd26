import type { ReactNode } from 'react'
import { shortName } from '../../features/people/userLinks.ts'
import { PostList } from '../../features/posts/lists/PostList.tsx'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MediaGrid } from './MediaGrid.tsx'
import { UserMediaDocument, UserRepliesDocument } from './ProfileLists.generated.ts'

interface ProfileListProps {
  user: { id: string; firstName: string; username: string; isViewer: boolean }
  /** Shown after the posts. */
  shelf: ReactNode
}

/** The replies of a user, the latest first. Each names whom it answers. */
export function UserReplies({ user, shelf }: ProfileListProps) {
  const { isEmpty, paging } = usePagedQuery({
    name: 'userReplies',
    document: UserRepliesDocument,
    variables: { userId: user.id },
    connectionOf: (data) => data.user?.replies,
    ofId: user.id,
  })
  if (!isEmpty) return <PostList paging={paging} opensAtStart slot={{ before: Infinity, content: shelf }} />
  return (
    <>
      <EmptyState art="/art/empty-thread.svg" title="No replies yet">
        {user.isViewer
          ? 'What you answer to posts will show up here.'
          : `When ${shortName(user)} answers a post, it will show up here.`}
      </EmptyState>
      {shelf}
    </>
  )
}

/** The pictures and videos of a user, the latest first. */
export function UserMedia({ user, shelf }: ProfileListProps) {
  const { isEmpty, paging } = usePagedQuery({
    name: 'userMedia',
    document: UserMediaDocument,
    variables: { userId: user.id },
    connectionOf: (data) => data.user?.mediaPosts,
    ofId: user.id,
  })
  return (
    <>
      {isEmpty ? (
        <EmptyState art="/art/empty-post.svg" title="No pictures or videos yet">
          {user.isViewer
            ? 'The pictures and videos of your posts will show up here.'
            : `When ${shortName(user)} shares one, it will show up here.`}
        </EmptyState>
      ) : (
        <MediaGrid paging={paging} />
      )}
      {shelf}
    </>
  )
}
