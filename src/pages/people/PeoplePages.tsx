import type { TypedDocumentNode } from '@apollo/client'
import { useFragment, useSuspenseQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { useAttempt } from '../../ui/ErrorBoundary.tsx'
import { fullName, shortName } from '../../features/people/userLinks.ts'
import { BackButton } from '../../layout/page/BackButton.tsx'
import { PageHeadLine } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { PageTitle } from '../../layout/page/PageTitle.tsx'
import type { PageModule } from '../../lib/lazyComponent.ts'
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
  type FollowersQuery,
  type FollowersQueryVariables,
} from './People.generated.ts'
import { PeopleList, PeopleListSkeleton } from '../../features/people/PeopleList.tsx'
import styles from '../../features/people/PeopleList.module.css'

// In one chunk, because these pages share their lists.
export * as LikesPage from './LikesPage.tsx'

type FollowTab = 'followers' | 'following'

const documents: Record<FollowTab, TypedDocumentNode<FollowersQuery, FollowersQueryVariables>> = {
  followers: FollowersDocument,
  following: FollowingDocument,
}

const followPage = (tab: FollowTab): PageModule => ({
  default: () => <FollowPage tab={tab} />,
  startQuery: ({ userId = '' }, sentAt) =>
    Promise.all([
      preloadQuery(PeopleHeadDocument, { userId }, sentAt),
      preloadQuery(documents[tab], { userId }, sentAt),
    ]),
})

/** The users who follow a user. */
export const FollowersPage = followPage('followers')

/** The users whom a user follows. */
export const FollowingPage = followPage('following')

function FollowPage({ tab }: { tab: FollowTab }) {
  const { userId = '' } = useParams()
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
        <FollowList key={userId} userId={userId} tab={tab} />
      </PageSuspense>
    </>
  )
}

/** The heading. A missing user has none: the list says so. */
function Name({ userId, tab }: { userId: string; tab: FollowTab }) {
  const { data } = useSuspenseQuery(PeopleHeadDocument, { variables: { userId }, queryKey: useAttempt().queryKey })
  if (!data.user) return null
  const name = fullName(data.user)
  return (
    <>
      <PageTitle>{tab === 'followers' ? `People who follow ${name}` : `People whom ${name} follows`}</PageTitle>
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
          { label: 'Followers', to: `${path}/followers`, isCurrent: tab === 'followers', count: user.followerCount },
          { label: 'Following', to: `${path}/following`, isCurrent: tab === 'following', count: user.followingCount },
        ]}
      />
      {children}
    </Surface>
  )
}

function FollowList({ userId, tab }: { userId: string; tab: FollowTab }) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: tab,
    document: documents[tab],
    variables: { userId },
    connectionOf: ({ user }) => user?.people,
    ofId: userId,
  })
  const { user } = data
  if (!user) return <NotFound />
  return (
    <Sheet userId={userId} tab={tab}>
      {isEmpty ? <NoPeople tab={tab} user={user} /> : <PeopleList paging={paging} />}
    </Sheet>
  )
}

function NoPeople({ tab, user }: { tab: FollowTab; user: NonNullable<FollowersQuery['user']> }) {
  const name = shortName(user)
  const art = '/art/empty-thread.svg'
  if (tab === 'followers')
    return (
      <EmptyState bare art={art} title="No followers yet">
        When someone follows {user.isViewer ? 'you' : name}, they will show up here.
      </EmptyState>
    )
  if (!user.isViewer)
    return (
      <EmptyState bare art={art} title="Follows no one yet">
        When {name} follows someone, they will show up here.
      </EmptyState>
    )
  return (
    <EmptyState
      bare
      art={art}
      title="You follow no one yet"
      action={<ButtonLink to="/explore">Explore posts</ButtonLink>}
    >
      Follow people whose posts you like. Their posts then show up on Home.
    </EmptyState>
  )
}
