import { preloadQuery } from '../../apollo/preloadQuery.ts'
import { usePagedQuery } from '../../apollo/usePagedQuery.ts'
import { NewPosts } from '../../features/posts/NewPosts.tsx'
import { PostList } from '../../features/posts/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/PostListSkeleton.tsx'
import { currentSort, SortSelect, useSort } from '../../features/posts/SortSelect.tsx'
import { PageHead } from '../../layout/PageHead.tsx'
import { PageSuspense } from '../../layout/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import type { PostOrder } from '../../generated/types.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { ExplorePageDocument } from './ExplorePage.generated.ts'

/** Starts the query of this page. */
export const startQuery: StartQuery = (_params, sentAt) =>
  preloadQuery(ExplorePageDocument, { orderBy: currentSort() }, sentAt)

/** All posts (spec §2). */
export default function ExplorePage() {
  const orderBy = useSort()
  return (
    <>
      <PageHead title="Explore">
        <SortSelect />
      </PageHead>
      <PageSuspense key={orderBy} fallback={<PostListSkeleton />}>
        <Posts orderBy={orderBy} />
      </PageSuspense>
    </>
  )
}

function Posts({ orderBy }: { orderBy: PostOrder }) {
  const { data, paging } = usePagedQuery({
    name: 'posts',
    query: ExplorePageDocument,
    variables: { orderBy },
    connectionOf: ({ posts }) => posts,
  })
  const { edges } = data.posts
  return (
    <NewPosts shown={edges} orderBy={orderBy} belongs={() => true}>
      {edges.length > 0 ? (
        <PostList
          connection={data.posts}
          paging={paging}
          slot={{ after: 1, content: <SuggestionsSlot layout="shelf" inFeed /> }}
        />
      ) : (
        <EmptyState art="/art/empty-post.svg" title="No Posts Added">
          When someone shares something, it will show up here.
        </EmptyState>
      )}
    </NewPosts>
  )
}
