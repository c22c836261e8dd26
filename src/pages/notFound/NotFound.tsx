import { EmptyState } from '../../ui/EmptyState.tsx'
import { WayBack } from './WayBack.tsx'

/** What stands where there is nothing: an unknown address, or a post or member that is gone. */
export function NotFound() {
  return (
    <>
      <title>Not found · Weft</title>
      <EmptyState art="/art/error-thread.svg" heading="h1" title="This thread ends here" action={<WayBack />}>
        The page was moved or deleted, or the link has a slip in it.
      </EmptyState>
    </>
  )
}
