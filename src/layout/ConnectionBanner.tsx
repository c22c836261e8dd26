import { useApolloClient } from '@apollo/client/react'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { reportCall, useLostConnections } from '../backend/connection.ts'
import { Banner } from '../ui/Banner.tsx'
import { ConnectionCheckDocument } from './ConnectionCheck.generated.ts'

const CHECK_INTERVAL_MS = 5000

/** How long the banner stays after the connection has returned. */
const GOODBYE_MS = 2000

/** Says what cannot be reached. Calls `onEnd` some time after everything can. */
export default function ConnectionBanner({ onEnd }: { onEnd: () => void }) {
  const client = useApolloClient()
  const lost = useLostConnections()
  const isBackendLost = lost.has('backend')
  const isLost = lost.size > 0

  useEffect(() => {
    if (!isBackendLost) return undefined
    const check = () => {
      // The link reports the result.
      client.query({ query: ConnectionCheckDocument, fetchPolicy: 'no-cache' }).catch(() => {})
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [client, isBackendLost])

  useEffect(() => {
    const retryUploads = () => reportCall('uploads')
    addEventListener('online', retryUploads)
    return () => removeEventListener('online', retryUploads)
  }, [])

  useEffect(() => {
    if (isLost) return undefined
    const timer = setTimeout(onEnd, GOODBYE_MS)
    return () => clearTimeout(timer)
  }, [isLost, onEnd])

  return (
    <Banner icon={WifiOff}>
      {!isLost
        ? 'Connected again.'
        : isBackendLost
          ? 'No connection. What you write is kept on this device.'
          : 'No connection to the media service. Your pictures and videos are kept on this device.'}
    </Banner>
  )
}
