import { Suggestions, type SuggestionsLayout } from '../features/people/Suggestions.tsx'
import { SuggestionsSkeleton } from '../features/people/SuggestionsSkeleton.tsx'
import { useSession } from '../session/session.ts'
import { OptionalSection } from './PageBoundary.tsx'
import { useIsDesktop } from './breakpoints.ts'

/**
 * Shows 'People you Might know': beside the page on a desktop (`panel`), or within it on smaller screens (`shelf`).
 * Renders nothing in the other layout, for visitors, and if the users cannot be loaded.
 */
export function SuggestionsSlot({ layout }: { layout: SuggestionsLayout }) {
  const session = useSession()
  const isDesktop = useIsDesktop()
  if (!session || isDesktop !== (layout === 'panel')) return null

  return (
    <OptionalSection skeleton={<SuggestionsSkeleton layout={layout} />}>
      <Suggestions layout={layout} />
    </OptionalSection>
  )
}
