import { useLabEnabled } from '../backend/useLabEnabled.ts'
import { lazyComponent } from '../lib/lazyComponent.ts'
import { OptionalPart } from './PageBoundary.tsx'

const LabBadge = lazyComponent(
  () => import('../features/lab/LabBadge.tsx'),
  (module) => module.default,
)

/** The lab's badge, loaded only where the lab has been used. */
export function LabBadgeSlot() {
  return (
    useLabEnabled() && (
      <OptionalPart>
        <LabBadge />
      </OptionalPart>
    )
  )
}
