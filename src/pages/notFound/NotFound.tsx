import { useSession } from '../../app/useSession.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** What stands where there is nothing: an unknown address, or a post or member that is gone. */
export function NotFound() {
  const session = useSession()
  return (
    <>
      <title>Not found · Weft</title>
      <EmptyState
        art="/art/error-thread.svg"
        heading="h1"
        title="This thread ends here"
        action={
          <ButtonLink to={session ? '/home' : '/'} variant="primary">
            {session ? 'Back to Home' : 'Back to Weft'}
          </ButtonLink>
        }
      >
        The page was moved or deleted, or the link has a slip in it.
      </EmptyState>
    </>
  )
}
