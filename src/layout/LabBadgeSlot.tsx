import { lazy, Suspense } from 'react'
import { useLabEnabled } from '../backend/useLabEnabled.ts'

const LabBadge = lazy(() => import('../features/lab/LabBadge.tsx'))

/** The lab's badge, loaded only where the lab has been used. */
export function LabBadgeSlot() {
  return (
    useLabEnabled() && (
      <Suspense>
        <LabBadge />
      </Suspense>
    )
  )
}
