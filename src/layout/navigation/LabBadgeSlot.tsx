import { useEffect, useState } from 'react'
import { openBackend } from '../../backend/openBackend.ts'
import { lazyDefault } from '../../lib/lazyComponent.ts'
import { OptionalPart } from '../../ui/OptionalPart.tsx'

const LabBadge = lazyDefault(() => import('../../devtools/lab/LabBadge.tsx'))

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

/** Returns whether lab settings have ever been saved in this browser. */
function useLabEnabled(): boolean {
  const [isEnabled, setIsEnabled] = useState(false)
  useEffect(() => {
    const stop = openBackend().then(({ lab }) => lab.onEnabled(() => setIsEnabled(true)))
    // Failures to open surface in the page's query.
    stop.catch(() => {})
    return () => void stop.then((unsubscribe) => unsubscribe()).catch(() => {})
  }, [])
  return isEnabled
}
