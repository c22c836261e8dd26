import { useEffect } from 'react'
import { openBackend } from '../../backend/openBackend.ts'
import { sessionClient } from '../../apollo/client.ts'
import { currentSession, subscribeToSession } from '../../session/session.ts'
import { startLiveUpdates } from './liveUpdates.ts'

let live: { token: string | undefined; stop: () => void } | undefined

/**
 * Starts the live updates of the session, once. They continue after the page unmounts, so that the cache stays up to
 * date, and stop when the session ends.
 */
export function useLiveUpdates(): void {
  const client = sessionClient()
  useEffect(() => {
    if (live) return
    const token = currentSession().session?.token
    live = { token, stop: startLiveUpdates(client, { signedIn: token !== undefined }) }
  }, [client])
}

subscribeToSession(() => {
  if (!live || live.token === currentSession().session?.token) return
  live.stop()
  // The next user must not see this user's requests in the lab.
  if (live.token)
    openBackend().then(
      ({ clearRequestLog }) => clearRequestLog(),
      () => {},
    )
  live = undefined
})
