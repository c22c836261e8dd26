import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { currentScope, useSession } from '../../session/session.ts'
import { NewPosts } from '../../features/posts/lists/NewPosts.tsx'
import { PostList } from '../../features/posts/lists/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import { fullName, shortName } from '../../features/people/userLinks.ts'
import { ProfileCard } from '../../features/profile/ProfileCard.tsx'
import { PageBoundary } from '../../layout/page/PageBoundary.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { PageTitle } from '../../layout/page/PageTitle.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { NotFound } from '../notFound/NotFound.tsx'
import { UserMedia, UserReplies } from './ProfileLists.tsx'
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

const tabs = ['posts', 'replies', 'media'] as const
type Tab = (typeof tabs)[number]
const labels: Record<Tab, string> = { posts: 'Posts', replies: 'Replies', media: 'Media' }

/** A user's card and posts, replies or media. Without an id in the path, those of the viewer (spec §2). */
export default function ProfilePage() {
  const { userId: idInPath } = useParams()
  const session = useSession()
  const userId = idInPath ?? session?.user._id ?? ''
  return (
    <PageSuspense key={userId} fallback={<ProfileSkeleton tabs={<ProfileTabs />} />}>
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
  const tab = useTab()
  const { user } = data
  if (!user) return <NotFound />

  const { posts, isViewer } = user
  const name = `${fullName(user)} (@${user.username})`
  const shelf = <SuggestionsSlot layout="shelf" />
  if (tab !== 'posts') {
    const List = tab === 'replies' ? UserReplies : UserMedia
    return (
      <div className={styles.stack} data-bleed="">
        <PageTitle>{`${labels[tab]} · ${name}`}</PageTitle>
        <ProfileCard user={user} tabs={<ProfileTabs />} />
        <PageBoundary key={tab} scope="posts">
          <PageSuspense fallback={<PostListSkeleton />}>
            <List user={user} shelf={shelf} />
          </PageSuspense>
        </PageBoundary>
      </div>
    )
  }
  return (
    <div className={styles.stack} data-bleed="">
      <PageTitle>{name}</PageTitle>
      <ProfileCard user={user} tabs={<ProfileTabs />} />
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

/** The parts of a profile. */
function ProfileTabs() {
  const { pathname } = useLocation()
  const current = useTab()
  return (
    <Tabs
      label="Profile"
      tabs={tabs.map((tab) => ({
        label: labels[tab],
        to: tab === 'posts' ? pathname : `${pathname}?tab=${tab}`,
        isCurrent: tab === current,
      }))}
    />
  )
}

function useTab(): Tab {
  const chosen = useSearchParams()[0].get('tab')
  return tabs.find((tab) => tab === chosen) ?? 'posts'
}
