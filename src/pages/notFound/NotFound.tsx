import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The message for an unknown address, or for a post or user that does not exist. */
export function NotFound() {
  return (
    <>
      <title>Not found · Weft</title>
      <EmptyState art="/art/error-thread.svg" heading="h1" title="Page not found" action={<BackLink />}>
        The page was moved or deleted, or the link is wrong.
      </EmptyState>
    </>
  )
}

/** A link to Home, or to the landing page for visitors. */
export function BackLink() {
  const session = useSession()
  return (
    <ButtonLink to={session ? '/home' : '/'} variant="primary">
      {session ? 'Back to Home' : 'Back to Weft'}
    </ButtonLink>
  )
}
