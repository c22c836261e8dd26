import { useEffect } from 'react'
import { openBackend } from '../../backend/backend.ts'
import { sessionClient } from '../../apollo/client.ts'
import { currentSession, subscribeToSession } from '../../session/session.ts'
import { startLive } from './liveUpdates.ts'

let live: { token: string | undefined; stop: () => void } | undefined

/**
 * What others do shows here at once, from the first page that wants so. It goes on while pages come and go, so that no
 * cache falls behind; with the session it ends, as its client does.
 */
export function useLiveUpdates(): void {
  const client = sessionClient()
  useEffect(() => {
    if (live) return
    const token = currentSession().session?.token
    live = { token, stop: startLive(client, { signedIn: token !== undefined }) }
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
