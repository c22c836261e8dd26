import { preloadQuery } from '../../apollo/preloadQuery.ts'
import { usePagedQuery } from '../../apollo/usePagedQuery.ts'
import { PostList } from '../../features/posts/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/PostListSkeleton.tsx'
import { PageHead } from '../../layout/PageHead.tsx'
import { PageSuspense } from '../../layout/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { BookmarksPageDocument } from './BookmarksPage.generated.ts'

/** Starts the query of this page. */
export const startQuery: StartQuery = (_params, sentAt) => preloadQuery(BookmarksPageDocument, {}, sentAt)

/** The viewer's bookmarked posts, the latest bookmark first (spec §2). */
export default function BookmarksPage() {
  return (
    <>
      <PageHead title="Bookmarks" />
      <PageSuspense fallback={<PostListSkeleton />}>
        <Posts />
      </PageSuspense>
    </>
  )
}

function Posts() {
  const { data, paging } = usePagedQuery({
    name: 'bookmarks',
    query: BookmarksPageDocument,
    variables: {},
    connectionOf: ({ bookmarks }) => bookmarks,
  })

  if (data.bookmarks.edges.length === 0) {
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
        Press the bookmark on any post to keep it here. Only you can see this page.
      </EmptyState>
    )
  }
  return (
    <PostList
      connection={data.bookmarks}
      paging={paging}
      slot={{ after: Infinity, content: <SuggestionsSlot layout="shelf" /> }}
    />
  )
}
