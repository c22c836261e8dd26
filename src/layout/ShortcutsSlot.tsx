import { lazyWhenIdle } from '../lib/lazyComponent.ts'
import { OptionalSection } from './PageBoundary.tsx'

const Shortcuts = lazyWhenIdle(() => import('../features/shortcuts/Shortcuts.tsx'))

/** The keyboard shortcuts. Their code loads after the page. */
export function ShortcutsSlot() {
  return (
    <OptionalSection>
      <Shortcuts />
    </OptionalSection>
  )
}
