import { useEffect } from 'react'
import { openBackend } from '../../backend/openBackend.ts'
import { sessionClient } from '../../apollo/client.ts'
import { currentSession, subscribeToSession } from '../../session/session.ts'
import { startLiveUpdates } from './liveUpdates.ts'

let live: { token: string | undefined; stop: () => void } | undefined

/**
 * Starts the live updates of the session with the first page that calls it. They outlast the page, so that the cache
 * stays up to date, and end with the session and its client.
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
  // The next user must not read this user's requests.
  if (live.token)
    openBackend().then(
      ({ clearRequestLog }) => clearRequestLog(),
      () => {},
    )
  live = undefined
})
