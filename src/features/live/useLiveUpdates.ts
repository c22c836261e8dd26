import type { ApolloClient } from '@apollo/client'
import { useEffect } from 'react'
import { openBackend } from '../../backend/openBackend.ts'
import { reportError } from '../../apollo/errors.ts'
import { sessionClient } from '../../apollo/client.ts'
import { pageSettled } from '../../lib/pageSettled.ts'
import { currentSession, subscribeToSession } from '../../session/session.ts'

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
    live = { token, stop: startWhenIdle(client, token !== undefined) }
  }, [client])
}

/** How long live updates wait for the page, which may wait for a response that never comes. */
const MAX_WAIT_MS = 5000

/** Starts the live updates once the page is idle: the backend keeps the events until then. */
function startWhenIdle(client: ApolloClient, signedIn: boolean): () => void {
  const stopped = new AbortController()
  const timer = setTimeout(start, MAX_WAIT_MS)
  void pageSettled().then(start)
  let isStarted = false

  function start(): void {
    clearTimeout(timer)
    if (isStarted || stopped.signal.aborted) return
    isStarted = true
    import('./liveUpdates.ts')
      .then(({ startLiveUpdates }) => {
        if (!stopped.signal.aborted) stopped.signal.addEventListener('abort', startLiveUpdates(client, { signedIn }))
        return null
      })
      .catch(reportError)
  }

  return () => {
    clearTimeout(timer)
    stopped.abort()
  }
}

subscribeToSession(() => {
  if (!live || live.token === currentSession().session?.token) return
  const { token, stop } = live
  live = undefined
  stop()
  openBackend().then(
    ({ clearRequestLog, forgetEvents }) => {
      forgetEvents()
      // The next user must not see this user's requests in the lab.
      if (token) clearRequestLog()
      return null
    },
    () => {},
  )
})
