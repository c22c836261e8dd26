import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { codeNotLoaded } from '../../shared/codeNotLoaded.ts'
import { useLostConnections } from '../backend/connection.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './AppLayout.module.css'

/** How long the banner stays after the connection has returned. */
const RECOVERY_NOTICE_MS = 2000

/**
 * Says that the backend, its stream of changes or the media service cannot be reached, or that code did not load, and for
 * some time that everything works again.
 */
export function ConnectionBanner() {
  const lost = useLostConnections()
  const needsReload = lost.has('code') && !lost.has('backend')
  const isLost = lost.size > 0
  const [isShown, setShown] = useState(isLost)
  if (isLost && !isShown) setShown(true)

  useEffect(() => {
    if (isLost) return undefined
    const timer = setTimeout(() => setShown(false), RECOVERY_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isLost])

  if (!isShown) return null
  return (
    <div className={styles.connection}>
      <Banner
        icon={isLost ? WifiOff : Wifi}
        actions={
          needsReload && (
            <Button size="sm" variant="outline" onClick={() => location.reload()}>
              Reload
            </Button>
          )
        }
      >
        {messageOf(lost)}
      </Banner>
    </div>
  )
}

function messageOf(lost: ReturnType<typeof useLostConnections>): string {
  if (lost.has('backend')) return 'No connection. What you write is kept on this device.'
  if (lost.has('code')) return `${codeNotLoaded} What you write is kept on this device.`
  if (lost.has('updates')) return 'Live updates are interrupted. What you see may be out of date.'
  if (lost.has('uploads'))
    return 'No connection to the media service. Your pictures and videos are kept on this device.'
  return 'Connected again.'
}
