import { appPages } from '../../../shared/appPages.ts'
import { preloadQuery } from '../../apollo/client.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { NewPosts } from '../../features/posts/lists/NewPosts.tsx'
import { PostList } from '../../features/posts/lists/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import { preferences, usePreferences } from '../../ui/preferences/preferences.ts'
import { SortSelect } from '../../features/posts/lists/SortSelect.tsx'
import { PageBoundary } from '../../layout/page/PageBoundary.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import type { PostOrder } from '../../generated/types.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { ExplorePageDocument } from './ExplorePage.generated.ts'

export const startQuery: StartQuery = (_params, sentAt) =>
  preloadQuery(ExplorePageDocument, { orderBy: preferences.get().exploreSort }, sentAt)

/** All posts (spec §2). */
export default function ExplorePage() {
  const orderBy = usePreferences().exploreSort
  return (
    <>
      <PageHead title={appPages.explore.title}>
        <SortSelect preference="exploreSort" />
      </PageHead>
      <PageBoundary key={orderBy} scope="posts">
        <PageSuspense fallback={<PostListSkeleton />}>
          <Posts orderBy={orderBy} />
        </PageSuspense>
      </PageBoundary>
    </>
  )
}

function Posts({ orderBy }: { orderBy: PostOrder }) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: 'posts',
    document: ExplorePageDocument,
    variables: { orderBy },
    connectionOf: ({ posts }) => posts,
  })
  return (
    <NewPosts list={paging.list} firstRows={data.posts.edges} orderBy={orderBy} belongs={() => true}>
      {!isEmpty ? (
        <PostList paging={paging} slot={{ before: 1, content: <SuggestionsSlot layout="shelf" inFeed /> }} />
      ) : (
        <EmptyState art="/art/empty-post.svg" title="No Posts Added">
          When someone shares something, it will show up here.
        </EmptyState>
      )}
    </NewPosts>
  )
}
