import { useLabEnabled } from '../backend/useLabEnabled.ts'
import { lazyDefault } from '../lib/lazyComponent.ts'
import { OptionalSection } from './PageBoundary.tsx'

const LabBadge = lazyDefault(() => import('../features/lab/LabBadge.tsx'))

/** The lab's badge, loaded only where the lab has been used. */
export function LabBadgeSlot() {
  return (
    useLabEnabled() && (
      <OptionalSection>
        <LabBadge />
      </OptionalSection>
    )
  )
}
