import { appPages } from '../../../shared/appPages.ts'
import { preloadQuery } from '../../apollo/client.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { Composer } from '../../features/composer/Composer.tsx'
import { Outbox } from '../../features/composer/Outbox.tsx'
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
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from '../Page.module.css'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { HomePageDocument } from './HomePage.generated.ts'

export const startQuery: StartQuery = (_params, sentAt) =>
  preloadQuery(HomePageDocument, { orderBy: preferences.get().homeSort }, sentAt)

/** The form for a new post, and the posts of the viewer and of the users they follow (spec §2). */
export default function HomePage() {
  const orderBy = usePreferences().homeSort
  return (
    <>
      <PageHead title={appPages.home.title}>
        <SortSelect preference="homeSort" />
      </PageHead>
      <div className={styles.stack}>
        <Composer />
        <Outbox />
        <PageBoundary key={orderBy} scope="posts">
          <PageSuspense fallback={<PostListSkeleton />}>
            <Feed orderBy={orderBy} />
          </PageSuspense>
        </PageBoundary>
      </div>
    </>
  )
}

function Feed({ orderBy }: { orderBy: PostOrder }) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: 'feed',
    document: HomePageDocument,
    variables: { orderBy },
    connectionOf: ({ feed }) => feed,
  })

  return (
    <>
      <NewPosts list={paging.list} firstRows={data.feed.edges} orderBy={orderBy} belongs={({ inFeed }) => inFeed}>
        {!isEmpty ? (
          <PostList
            paging={paging}
            list="feed"
            slot={{ before: 3, content: <SuggestionsSlot layout="shelf" inFeed /> }}
          />
        ) : (
          <EmptyState
            art="/art/empty-thread.svg"
            title="Your feed starts here"
            action={
              <ButtonLink to="/explore" variant="primary">
                Explore posts
              </ButtonLink>
            }
          >
            Share something above, or follow a few people and their posts will gather on this page.
          </EmptyState>
        )}
      </NewPosts>
      {isEmpty && <SuggestionsSlot layout="shelf" />}
    </>
  )
}
