import type { Clock } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'
import { defaultConditions, simulate, type Wait } from './networkConditions.ts'
import type { Answer, RequestSummary } from './requestLog.ts'
import { watchSavedState } from './savedState.ts'

/** An operation or REST call at the edge of the backend. */
export interface SimulatedRequest {
  /** Called before the work, and only where the lab is in use. */
  summarize(): RequestSummary | Promise<RequestSummary>
  /** Aborts when the caller leaves. */
  signal?: AbortSignal | undefined
}

/** The network between a caller and a backend in the same browser. */
export interface Simulation {
  /**
   * Does the work of a request under the network conditions of the lab, and logs the request while a lab records.
   * `answerOf` is called only then, at once after the work. Throws as `simulate` does.
   */
  run<T>(
    request: SimulatedRequest,
    work: () => Promise<T>,
    answerOf: (result: T) => Answer | Promise<Answer>,
  ): Promise<T>
  /** Logs a subscription that has started. Subscriptions are neither delayed nor failed. */
  logSubscription(summarize: () => RequestSummary): Promise<void>
}

interface SimulationSetup {
  store: Store
  events: EventTarget
  clock: Clock
  wait?: Wait
}

/** Without settings of the lab every request has `defaultConditions`, and nothing is logged. */
export function createSimulation({ store, events, clock, wait }: SimulationSetup): Simulation {
  const savedState = watchSavedState(store, events)
  return {
    async run({ summarize, signal }, work, answerOf) {
      const { settings, isRecording } = await savedState()
      if (settings === undefined && !isRecording) return simulate(defaultConditions, work, { signal, wait })
      // Most people never use the lab.
      const { nextConditions, startLogEntry } = await import('./lab.ts')
      const summary = await summarize()
      const conditions = await nextConditions(store, settings, summary.name)
      if (!isRecording) return simulate(conditions, work, { signal, wait })
      const log = startLogEntry(events, clock, summary)
      try {
        const result = await simulate(conditions, work, { signal, wait })
        log(answerOf(result))
        return result
      } catch (thrown) {
        log(signal?.aborted ? 'abandoned' : { thrown })
        throw thrown
      }
    },
    async logSubscription(summarize) {
      const { isRecording } = await savedState()
      if (!isRecording) return
      const { startLogEntry } = await import('./lab.ts')
      startLogEntry(events, clock, summarize())('listening')
    },
  }
}
