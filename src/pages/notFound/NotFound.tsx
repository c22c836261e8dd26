import { useLayoutEffect } from 'react'
import { PageTitle } from '../../layout/page/PageTitle.tsx'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { announce } from '../../ui/pageFocus.ts'

const title = 'Page not found'

interface NotFoundProps {
  /** Called with true when the message appears, for a page that has to remove its own heading, and later with false. */
  onMissing?: (isMissing: boolean) => void
}

/** The message for an unknown address, or for a post or user that does not exist. */
export function NotFound({ onMissing }: NotFoundProps) {
  useLayoutEffect(() => {
    if (!onMissing) return undefined
    // The heading, which is about to be removed, was announced when the page opened.
    announce(title)
    onMissing(true)
    return () => onMissing(false)
  }, [onMissing])

  return (
    <>
      <PageTitle>Not found</PageTitle>
      <EmptyState art="/art/error-thread.svg" heading="h1" title={title} action={<BackLink />}>
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
