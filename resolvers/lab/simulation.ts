import type { Clock } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'
import { defaultConditions, simulate, type Wait } from './networkConditions.ts'
import type { ResponseSummary, RequestSummary } from './requestLog.ts'
import { watchSavedState } from './savedState.ts'

/** An operation or REST call at the edge of the backend. */
export interface SimulatedRequest {
  /** Called before the work, and only if a lab records or the lab's settings apply to one operation. */
  summarize(): RequestSummary | Promise<RequestSummary>
  /** Aborts when the caller no longer needs the response. */
  signal?: AbortSignal | undefined
  /** When the request was sent, by `performance.now()`: latency and duration count from then. Default: when its work starts. */
  sentAt?: number | undefined
}

/** The network between a caller and a backend in the same browser. */
export interface Simulation {
  /**
   * Does the work of a request under the network conditions of the lab, and logs the request while a lab records. Calls
   * `summarizeResponse` only then, right after the work. Throws as `simulate` does.
   */
  run<T>(
    request: SimulatedRequest,
    work: () => Promise<T>,
    summarizeResponse: (result: T) => ResponseSummary | Promise<ResponseSummary>,
  ): Promise<T>
  /** Logs that a subscription has started. Latency and faults do not apply to subscriptions. */
  logSubscription(summarize: () => RequestSummary | Promise<RequestSummary>): Promise<void>
}

interface SimulationSetup {
  store: Store
  events: EventTarget
  clock: Clock
  wait?: Wait
  /** Returns whether the lab of any tab records, as far as the browser knows. Default: true. */
  isLabOpen?: () => Promise<boolean>
}

/** Creates the simulation. Until the lab is used, every request has `defaultConditions` and nothing is logged. */
export function createSimulation({
  store,
  events,
  clock,
  wait,
  isLabOpen = async () => true,
}: SimulationSetup): Simulation {
  const savedState = watchSavedState(store, events, isLabOpen)
  return {
    async run({ summarize, ...options }, work, summarizeResponse) {
      const { signal, sentAt } = options
      const { settings, isRecording } = await savedState()
      if (settings === undefined && !isRecording) return simulate(defaultConditions, work, { ...options, wait })
      // Loaded on demand, because most users never use the lab.
      const { nextConditions, startLogEntry } = await import('./lab.ts')
      // A summary reads the request, so it is made only if needed.
      let summary: ReturnType<typeof summarize> | undefined
      const readSummary = async () => (summary ??= summarize())
      const conditions = await nextConditions(store, settings, async () => (await readSummary()).name)
      if (!isRecording) return simulate(conditions, work, { ...options, wait })
      const log = startLogEntry(events, clock, await readSummary(), sentAt)
      try {
        const result = await simulate(conditions, work, { ...options, wait })
        log(summarizeResponse(result))
        return result
      } catch (thrown) {
        log(signal?.aborted ? 'aborted' : { thrown })
        throw thrown
      }
    },
    async logSubscription(summarize) {
      const { isRecording } = await savedState()
      if (!isRecording) return
      const { startLogEntry } = await import('./lab.ts')
      startLogEntry(events, clock, await summarize())('subscribed')
    },
  }
}
