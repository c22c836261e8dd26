import { Suspense } from 'react'
import { useSession } from '../session/session.ts'
import { PeoplePanel } from '../features/people/PeoplePanel.tsx'
import { PeopleShelf } from '../features/people/PeopleShelf.tsx'
import { PeopleSkeleton } from '../features/people/PeopleSkeleton.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useIsDesktop } from './widths.ts'

/**
 * 'People you Might know', once: beside the feed on a desktop, within it elsewhere. Each place asks for its own; only
 * one of the two is ever drawn. When it cannot be loaded the page does without.
 */
export function PeoplePlace({ place }: { place: 'panel' | 'shelf' }) {
  const session = useSession()
  const isDesktop = useIsDesktop()
  if (!session || isDesktop !== (place === 'panel')) return null

  const List = place === 'panel' ? PeoplePanel : PeopleShelf
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={<PeopleSkeleton place={place} />}>
        <List />
      </Suspense>
    </ErrorBoundary>
  )
}
