import { useApolloClient, useSuspenseQuery } from '@apollo/client/react'
import { useLayoutEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { usernameAt } from '../../../shared/appPages.ts'
import { preloadQuery } from '../../apollo/client.ts'
import { useAttempt } from '../../ui/ErrorBoundary.tsx'
import { profilePath } from '../../features/people/userLinks.ts'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { PageTitle } from '../../layout/page/PageTitle.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink } from '../notFound/NotFound.tsx'
import { ProfilePageDocument } from './ProfilePage.generated.ts'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { UserPageDocument, type UserPageQuery } from './UserPage.generated.ts'

export const startQuery: StartQuery = ({ username = '' }, sentAt) =>
  preloadQuery(UserPageDocument, { username }, sentAt)

/** Leads from a username, as in a bio, to the profile. Its query fetches what the profile shows. */
export default function UserPage() {
  const username = usernameAt(useLocation().pathname)
  return (
    <PageSuspense key={username} fallback={<ProfileSkeleton />}>
      <User username={username} />
    </PageSuspense>
  )
}

function User({ username }: { username: string }) {
  const { data } = useSuspenseQuery(UserPageDocument, { variables: { username }, queryKey: useAttempt().queryKey })
  if (data.userByUsername) return <OpenProfile user={data.userByUsername} />
  return (
    <>
      <PageTitle>Not found</PageTitle>
      <EmptyState
        art="/art/error-thread.svg"
        heading="h1"
        title={`No one here is called @${username}`}
        action={<BackLink />}
      >
        The name may be misspelt, or the account was deleted.
      </EmptyState>
    </>
  )
}

/** Opens the profile, whose own query is answered from the cache. */
function OpenProfile({ user }: { user: NonNullable<UserPageQuery['userByUsername']> }) {
  const { cache } = useApolloClient()
  // Before the effect of `Navigate`.
  useLayoutEffect(() => {
    cache.writeQuery({ query: ProfilePageDocument, variables: { userId: user.id }, data: { user } })
  }, [cache, user])
  return <Navigate replace to={profilePath(user)} />
}
