import { Suggestions, suggestionsHeading, type SuggestionsLayout } from '../features/people/Suggestions.tsx'
import { SuggestionsSkeleton } from '../features/people/SuggestionsSkeleton.tsx'
import { useSession } from '../session/session.ts'
import { OptionalPart } from '../ui/OptionalPart.tsx'
import { useIsDesktop } from '../ui/breakpoints.ts'

interface SuggestionsSlotProps {
  layout: SuggestionsLayout
  /** Whether the slot is among the posts of a feed, which contains only articles (ARIA). */
  inFeed?: boolean
}

/**
 * Shows 'People you Might know': beside the page on a desktop (`panel`), or within it on smaller screens (`shelf`).
 * Renders nothing in the other layout, for visitors, and if the users cannot be loaded.
 */
export function SuggestionsSlot({ layout, inFeed = false }: SuggestionsSlotProps) {
  const session = useSession()
  const isDesktop = useIsDesktop()
  if (!session || isDesktop !== (layout === 'panel')) return null

  const section = (
    <OptionalPart skeleton={<SuggestionsSkeleton layout={layout} />}>
      <Suggestions layout={layout} />
    </OptionalPart>
  )
  if (!inFeed) return section
  return (
    <div role="article" aria-label={suggestionsHeading}>
      {section}
    </div>
  )
}
