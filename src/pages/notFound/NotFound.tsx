import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown for an unknown address, and for a post or user that does not exist. */
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

/** A link to the start page of this user or visitor. */
export function BackLink() {
  const session = useSession()
  return (
    <ButtonLink to={session ? '/home' : '/'} variant="primary">
      {session ? 'Back to Home' : 'Back to Weft'}
    </ButtonLink>
  )
}
