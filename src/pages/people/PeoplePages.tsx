import { useFragment, useSuspenseQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { useShownResult } from '../../apollo/recentResults.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { useRetryCount } from '../../ui/ErrorBoundary.tsx'
import { fullName } from '../../features/people/userLinks.ts'
import { BackButton } from '../../layout/page/BackButton.tsx'
import { PageHeadLine } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonBlock } from '../../ui/Skeleton.tsx'
import { Surface } from '../../ui/Surface.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { NotFound } from '../notFound/NotFound.tsx'
import {
  FollowersDocument,
  FollowingDocument,
  PeopleHeadDocument,
  PeopleTabs_UserFragmentDoc,
} from './People.generated.ts'
import { PeopleList, PeopleListSkeleton } from './PeopleList.tsx'
import styles from './PeopleList.module.css'

// In one chunk, because these pages share their lists.
export { LikesPage, startLikesQuery } from './LikesPage.tsx'

/** Starts the queries of `FollowersPage`. */
export const startFollowersQuery: StartQuery = ({ userId = '' }, sentAt) =>
  Promise.all([
    preloadQuery(PeopleHeadDocument, { userId }, sentAt),
    preloadQuery(FollowersDocument, { userId }, sentAt),
  ])

/** Starts the queries of `FollowingPage`. */
export const startFollowingQuery: StartQuery = ({ userId = '' }, sentAt) =>
  Promise.all([
    preloadQuery(PeopleHeadDocument, { userId }, sentAt),
    preloadQuery(FollowingDocument, { userId }, sentAt),
  ])

/** The users who follow a user. */
export function FollowersPage() {
  return <FollowPage tab="followers" />
}

/** The users whom a user follows. */
export function FollowingPage() {
  return <FollowPage tab="following" />
}

type FollowTab = 'followers' | 'following'

function FollowPage({ tab }: { tab: FollowTab }) {
  const { userId = '' } = useParams()
  const List = tab === 'followers' ? FollowersList : FollowingList
  return (
    <>
      <PageHeadLine
        start={
          <>
            <BackButton fallback={`/userprofile/${userId}`} />
            <PageSuspense fallback={<SkeletonBlock width="12rem" height="1.75rem" />}>
              <Name userId={userId} tab={tab} />
            </PageSuspense>
          </>
        }
      />
      <PageSuspense
        fallback={
          <Sheet userId={userId} tab={tab}>
            <PeopleListSkeleton />
          </Sheet>
        }
      >
        <List userId={userId} />
      </PageSuspense>
    </>
  )
}

/** The heading. A missing user has none: the list says so. */
function Name({ userId, tab }: { userId: string; tab: FollowTab }) {
  const { data } = useSuspenseQuery(PeopleHeadDocument, { variables: { userId }, queryKey: useRetryCount() })
  useShownResult('user', { id: userId })
  if (!data.user) return null
  const name = fullName(data.user)
  return (
    <>
      <title>{`${tab === 'followers' ? `People who follow ${name}` : `People whom ${name} follows`} · Weft`}</title>
      <h1>{name}</h1>
    </>
  )
}

/** The surface of the list, with the tabs. Their counts are shown as soon as the cache has them. */
function Sheet({ userId, tab, children }: { userId: string; tab: FollowTab; children: ReactNode }) {
  const { data: user } = useFragment({
    fragment: PeopleTabs_UserFragmentDoc,
    from: { __typename: 'User', id: userId },
  })
  const path = `/userprofile/${userId}`
  return (
    <Surface as="section" className={styles.sheet} aria-label={tab === 'followers' ? 'Followers' : 'Following'}>
      <Tabs
        label="People"
        tabs={[
          {
            label: 'Followers',
            to: `${path}/followers`,
            isCurrent: tab === 'followers',
            count: user.followerCount,
          },
          {
            label: 'Following',
            to: `${path}/following`,
            isCurrent: tab === 'following',
            count: user.followingCount,
          },
        ]}
      />
      {children}
    </Surface>
  )
}

function FollowersList({ userId }: { userId: string }) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: 'followers',
    query: FollowersDocument,
    variables: { userId },
    connectionOf: ({ user }) => user?.followers,
    of: { __typename: 'User', id: userId },
  })
  const { user } = data
  if (!user) return <NotFound />
  const empty = (
    <EmptyState bare art="/art/empty-thread.svg" title="No followers yet">
      {user.isViewer
        ? 'When someone follows you, they will show up here.'
        : `When someone follows ${user.firstName || user.username}, they will show up here.`}
    </EmptyState>
  )
  return (
    <Sheet userId={userId} tab="followers">
      {isEmpty ? empty : <PeopleList paging={paging} />}
    </Sheet>
  )
}

function FollowingList({ userId }: { userId: string }) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: 'following',
    query: FollowingDocument,
    variables: { userId },
    connectionOf: ({ user }) => user?.following,
    of: { __typename: 'User', id: userId },
  })
  const { user } = data
  if (!user) return <NotFound />
  const empty = user.isViewer ? (
    <EmptyState
      bare
      art="/art/empty-thread.svg"
      title="You follow no one yet"
      action={<ButtonLink to="/explore">Explore posts</ButtonLink>}
    >
      Follow people whose posts you like. Their posts then show up on Home.
    </EmptyState>
  ) : (
    <EmptyState bare art="/art/empty-thread.svg" title="Follows no one yet">
      {`When ${user.firstName || user.username} follows someone, they will show up here.`}
    </EmptyState>
  )
  return (
    <Sheet userId={userId} tab="following">
      {isEmpty ? empty : <PeopleList paging={paging} />}
    </Sheet>
  )
}
