import { lazy, Suspense } from 'react'
import { useLabTouched } from '../backend/useLabEnabled.ts'

const LabBadge = lazy(() => import('../features/lab/LabBadge.tsx'))

/** The lab's badge: its code comes only where somebody has set something there. */
export function LabPlace() {
  return (
    useLabTouched() && (
      <Suspense>
        <LabBadge />
      </Suspense>
    )
  )
}
