import { Suggestions, type SuggestionsLayout } from '../features/people/Suggestions.tsx'
import { SuggestionsSkeleton } from '../features/people/SuggestionsSkeleton.tsx'
import { useSession } from '../session/session.ts'
import { OptionalSection } from './PageBoundary.tsx'
import { useIsDesktop } from './breakpoints.ts'

/**
 * The place of 'People you Might know' in the frame (`panel`) or within a page (`shelf`). Only one of the two shows:
 * the panel on a desktop, the shelf on smaller screens. If the users cannot be loaded, the page does without them.
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
