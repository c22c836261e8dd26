import { useLabEnabled } from '../../backend/useLabEnabled.ts'
import { lazyDefault } from '../../lib/lazyComponent.ts'
import { OptionalPart } from '../../ui/OptionalPart.tsx'

const LabBadge = lazyDefault(() => import('../../features/lab/LabBadge.tsx'))

/** The lab's badge. Loads its code only after the lab has been used in this browser. */
export function LabBadgeSlot() {
  return (
    useLabEnabled() && (
      <OptionalPart>
        <LabBadge />
      </OptionalPart>
    )
  )
}
