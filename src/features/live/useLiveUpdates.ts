import type { ApolloClient } from '@apollo/client'
import { useEffect } from 'react'
import { openBackend, replacements } from '../../backend/openBackend.ts'
import { reportError } from '../../apollo/errors.ts'
import { sessionClient } from '../../apollo/client.ts'
import { pageSettled } from '../../lib/pageSettled.ts'
import { currentSession, subscribeToSession } from '../../session/session.ts'
import type { LiveUpdateOptions } from './liveUpdates.ts'

let token = currentSession().session?.token
let stopUpdates: (() => void) | undefined
/** The value of `replacements` at the start of the session, before its client's first query. */
let replacementsAtStart = replacements.get()

/**
 * Starts the live updates of the session, once. They continue after the page unmounts, so that the cache stays up to
 * date, and stop when the session ends.
 */
export function useLiveUpdates(): void {
  const client = sessionClient()
  useEffect(() => {
    if (stopUpdates) return
    stopUpdates = startWhenIdle(client, { signedIn: currentSession().session !== null, replacementsAtStart })
  }, [client])
}

/** How long live updates wait for the page, which may wait for a response that never comes. */
const MAX_WAIT_MS = 5000

/** How long to wait before the code of live updates is imported again after a failure. */
const RETRY_MS = 10_000

/** Starts the live updates once the page is idle: the backend keeps the events until then. */
function startWhenIdle(client: ApolloClient, options: LiveUpdateOptions): () => void {
  const stopped = new AbortController()
  let isStarted = false
  let timer = setTimeout(start, MAX_WAIT_MS)
  void pageSettled().then(start)

  function start(): void {
    clearTimeout(timer)
    if (isStarted || stopped.signal.aborted) return
    isStarted = true
    void load()
  }

  async function load(): Promise<void> {
    try {
      const { startLiveUpdates } = await import('./liveUpdates.ts')
      if (stopped.signal.aborted) return
      const stop = startLiveUpdates(client, options)
      stopped.signal.addEventListener('abort', stop)
    } catch (error) {
      reportError(error)
      if (!stopped.signal.aborted) timer = setTimeout(() => void load(), RETRY_MS)
    }
  }

  return () => {
    clearTimeout(timer)
    stopped.abort()
  }
}

subscribeToSession(() => {
  const former = token
  token = currentSession().session?.token
  if (token === former) return
  stopUpdates?.()
  stopUpdates = undefined
  replacementsAtStart = replacements.get()
  openBackend().then(
    ({ clearRequestLog, keepEvents }) => {
      keepEvents()
      // The next user must not see this user's requests in the lab.
      if (former) clearRequestLog()
      return null
    },
    () => {},
  )
})
