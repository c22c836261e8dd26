import type { ReactNode } from 'react'
import { usePagedQuery } from '../../../pagedList/usePagedQuery.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { BookmarksPageDocument } from './BookmarkList.generated.ts'
import { PostList } from './PostList.tsx'

/** The viewer's bookmarked posts, the latest bookmark first. `shelf` is shown after them. */
export function BookmarkList({ shelf }: { shelf: ReactNode }) {
  const { isEmpty, paging } = usePagedQuery({
    name: 'bookmarks',
    document: BookmarksPageDocument,
    variables: {},
    connectionOf: ({ bookmarks }) => bookmarks,
  })

  if (isEmpty) {
    return (
      <EmptyState
        art="/art/empty-bookmark.svg"
        title="No Bookmarks"
        action={
          <ButtonLink to="/explore" variant="primary">
            Explore posts
          </ButtonLink>
        }
      >
        Press the bookmark on any post to keep it here. Only you can see your bookmarks.
      </EmptyState>
    )
  }
  return <PostList paging={paging} list="bookmarks" slot={{ before: Infinity, content: shelf }} />
}
