import { useState } from 'react'
import { useLostConnections } from '../backend/connection.ts'
import { lazyDefault } from '../lib/lazyComponent.ts'
import styles from './AppLayout.module.css'
import { OptionalSection } from './PageBoundary.tsx'

const ConnectionBanner = lazyDefault(() => import('./ConnectionBanner.tsx'))

/** The place of the banner that tells when the backend or the media service cannot be reached. */
export function ConnectionSlot() {
  const isLost = useLostConnections().size > 0
  const [isShown, setShown] = useState(isLost)
  if (isLost && !isShown) setShown(true)
  return (
    isShown && (
      <div className={styles.connection}>
        <OptionalSection>
          <ConnectionBanner onEnd={() => setShown(false)} />
        </OptionalSection>
      </div>
    )
  )
}
