import { useEffect } from 'react'
import { reportError } from '../../lib/reportError.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { pageSettledOrLate } from '../../lib/pageSettled.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/sessionScope.ts'

/**
 * Starts the live updates of the session, once. They continue after the page unmounts, so that the cache stays up to
 * date, and stop when the session ends.
 */
export function useLiveUpdates(): void {
  const scope = useSessionScope()
  useEffect(() => liveUpdatesOf(scope), [scope])
}

const loadLiveUpdates = loadModule(() => import('./liveUpdates.ts'))

const liveUpdatesOf = sessionState(startWhenIdle)

/** How long to wait before the code of live updates is imported again after a failure. */
const RETRY_MS = 10_000

/** Starts the live updates once the page is idle: the backend keeps the events until then. */
function startWhenIdle(scope: SessionScope): void {
  const { signal } = scope
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  void pageSettledOrLate().then(load)

  async function load(): Promise<void> {
    if (signal.aborted) return
    try {
      const { startLiveUpdates } = await loadLiveUpdates()
      if (!signal.aborted) startLiveUpdates(scope)
    } catch (error) {
      reportError(error)
      timer = setTimeout(() => void load(), RETRY_MS)
    }
  }
}
