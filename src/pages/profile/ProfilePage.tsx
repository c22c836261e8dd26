import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { currentScope, useSession } from '../../session/session.ts'
import { BookmarkList } from '../../features/posts/lists/BookmarkList.tsx'
import { NewPosts } from '../../features/posts/lists/NewPosts.tsx'
import { PostList } from '../../features/posts/lists/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import { fullName, shortName } from '../../features/people/userLinks.ts'
import { ProfileCard } from '../../features/profile/ProfileCard.tsx'
import { PageBoundary } from '../../layout/page/PageBoundary.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { NotFound } from '../notFound/NotFound.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import styles from '../Page.module.css'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { ProfilePageDocument } from './ProfilePage.generated.ts'

// In one chunk, because that page leads here.
export * as UserPage from './UserPage.tsx'

/**
 * Starts the query of this page.
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = ({ userId }, sentAt) =>
  preloadQuery(ProfilePageDocument, { userId: userId ?? currentScope().userId }, sentAt)

/** A user's card and posts. Without an id in the path, those of the viewer (spec §2). */
export default function ProfilePage() {
  const { userId: idInPath } = useParams()
  const session = useSession()
  const userId = idInPath ?? session?.user._id ?? ''
  const isViewer = userId === session?.user._id
  return (
    <PageSuspense key={userId} fallback={<ProfileSkeleton tabs={isViewer && <ProfileTabs />} />}>
      <Profile userId={userId} />
    </PageSuspense>
  )
}

function Profile({ userId }: { userId: string }) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: 'userPosts',
    document: ProfilePageDocument,
    variables: { userId },
    connectionOf: ({ user }) => user?.posts,
    ofId: userId,
  })
  const showsBookmarks = useShowsBookmarks()
  const { user } = data
  if (!user) return <NotFound />

  const { posts, isViewer } = user
  const name = `${fullName(user)} (@${user.username})`
  const shelf = <SuggestionsSlot layout="shelf" />
  if (isViewer && showsBookmarks) {
    return (
      <div className={styles.stack} data-bleed="">
        <title>{`Bookmarks · ${name} · Weft`}</title>
        <ProfileCard user={user} tabs={<ProfileTabs />} />
        <PageBoundary scope="posts">
          <PageSuspense fallback={<PostListSkeleton />}>
            <BookmarkList shelf={shelf} opensAtStart />
          </PageSuspense>
        </PageBoundary>
      </div>
    )
  }
  return (
    <div className={styles.stack} data-bleed="">
      <title>{`${name} · Weft`}</title>
      <ProfileCard user={user} tabs={isViewer && <ProfileTabs />} />
      <NewPosts list={paging.list} firstRows={posts.edges} belongs={({ authorId }) => authorId === user.id}>
        {!isEmpty ? (
          <PostList paging={paging} opensAtStart slot={{ before: Infinity, content: shelf }} />
        ) : (
          <EmptyState art="/art/empty-post.svg" title="No Posts Added">
            {isViewer
              ? 'What you share on Home will show up here.'
              : `When ${shortName(user)} shares something, it will show up here.`}
          </EmptyState>
        )}
      </NewPosts>
      {isEmpty && shelf}
    </div>
  )
}

/** The parts of the viewer's own profile. */
function ProfileTabs() {
  const { pathname } = useLocation()
  const showsBookmarks = useShowsBookmarks()
  return (
    <Tabs
      label="Profile"
      tabs={[
        { label: 'Posts', to: pathname, isCurrent: !showsBookmarks },
        { label: 'Bookmarks', to: `${pathname}?tab=bookmarks`, isCurrent: showsBookmarks },
      ]}
    />
  )
}

function useShowsBookmarks(): boolean {
  return useSearchParams()[0].get('tab') === 'bookmarks'
}
