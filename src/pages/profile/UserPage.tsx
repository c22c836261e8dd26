import { useSuspenseQuery } from '@apollo/client/react'
import { Navigate, useParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { useShownResult } from '../../apollo/recentResults.ts'
import { useAttempt } from '../../ui/ErrorBoundary.tsx'
import { profilePath } from '../../features/people/userLinks.ts'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink } from '../notFound/NotFound.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { UserPageDocument } from './UserPage.generated.ts'

export const startQuery: StartQuery = ({ username = '' }, sentAt) =>
  preloadQuery(UserPageDocument, { username }, sentAt)

/** Leads from a username, as in a mention, to the profile. */
export default function UserPage() {
  const { username = '' } = useParams()
  return (
    <PageSuspense key={username} fallback={<ProfileSkeleton />}>
      <User username={username} />
    </PageSuspense>
  )
}

function User({ username }: { username: string }) {
  const { data } = useSuspenseQuery(UserPageDocument, { variables: { username }, queryKey: useAttempt().queryKey })
  useShownResult('userByUsername', { username })
  if (data.userByUsername) return <Navigate replace to={profilePath(data.userByUsername)} />
  return (
    <>
      <title>Not found · Weft</title>
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
