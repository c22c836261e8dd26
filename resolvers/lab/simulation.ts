import type { Clock } from '../lib/dates.ts'
import type { LabStore } from './labStore.ts'
import { DEFAULT_LATENCY_MS, simulate, type NetworkConditions, type Wait } from './networkConditions.ts'
import type { LogEntry, RequestResult, RequestSummary, ResponseSummary } from './requestLog.ts'
import { watchSettings } from './savedSettings.ts'

/** An operation or REST call at the edge of the backend. */
export interface SimulatedRequest {
  /** Called before the work, and only if the request is logged or the lab's settings apply to one operation. */
  summarize(): RequestSummary | Promise<RequestSummary>
  /** Aborts when the caller no longer needs the response. */
  signal?: AbortSignal | undefined
  /** When the request was sent, by `performance.now()`: latency and duration count from then. Default: when its work starts. */
  sentAt?: number | undefined
}

/** The network between a caller in a browser and its backend. */
export interface Simulation {
  /**
   * Does the work of a request under the network conditions of the lab, and logs the request while a lab records, or
   * always with `recentRequests`. Calls `summarizeResponse` only then, right after the work. Throws as `simulate` does.
   */
  run<T>(
    request: SimulatedRequest,
    work: () => Promise<T>,
    summarizeResponse: (result: T) => ResponseSummary | Promise<ResponseSummary>,
  ): Promise<T>
  /** Returns the entries of the last requests of this tab, for a lab that is opened later. Empty without `recentRequests`. */
  recentEntries(): readonly LogEntry[]
}

/** A tab keeps the entries of this many requests. */
const MAX_RECENT = 100

interface SimulationSetup {
  store: LabStore
  events: EventTarget
  clock: Clock
  wait?: Wait
  /** The latency of every operation until the lab's settings are changed. Default: that of spec §1. */
  defaultLatency?: number | undefined
  /** Returns whether the lab of any tab records, as far as the browser knows. */
  isRecording: () => Promise<boolean>
  /** Keeps the last requests of this tab. The code that redacts them loads once `redactWhen` resolves. */
  recentRequests?: { redactWhen: () => Promise<void> }
}

/** Creates the simulation. Until the lab is used, every request has the default latency and no fault. */
export function createSimulation({
  store,
  events,
  clock,
  wait,
  defaultLatency = DEFAULT_LATENCY_MS,
  isRecording,
  recentRequests,
}: SimulationSetup): Simulation {
  const defaultConditions: NetworkConditions = { latency: defaultLatency, fault: null }
  const savedSettings = watchSettings(store, events)
  let recent: LogEntry[] = []
  // A request of the former user that has not ended or is not redacted yet belongs to the former array.
  events.addEventListener('labClearLog', () => {
    recent = []
  })

  /** Starts the timer of a log entry. Returns a function that ends it. */
  function startLogEntry(summary: RequestSummary, sentAt: number | undefined) {
    const now = performance.now()
    const start = sentAt ?? now
    const timestamp = clock() - Math.round(now - start)
    const kept = recent
    return (result: RequestResult | Promise<RequestResult>) => {
      const measured = { timestamp, ms: performance.now() - start }
      // A response that cannot be read is not logged, nor a request if the code that redacts it does not load.
      logRequest(summary, measured, result, kept).catch(() => {})
    }
  }

  /** Redacts a request that has ended, keeps it, and publishes it to the labs of all tabs if one records. */
  async function logRequest(
    summary: RequestSummary,
    measured: Pick<LogEntry, 'timestamp' | 'ms'>,
    pendingResult: RequestResult | Promise<RequestResult>,
    kept: LogEntry[],
  ): Promise<void> {
    const result = await pendingResult
    if (!(await isRecording())) await recentRequests?.redactWhen()
    const { logEntry } = await import('./requestLog.ts')
    const detail = logEntry(summary, measured, result)
    if (recentRequests && kept.push(detail) > MAX_RECENT) kept.shift()
    // After the entry is kept, so that a lab that starts to record meanwhile gets it in one way or the other.
    if ((await isRecording()) && kept === recent) events.dispatchEvent(new CustomEvent('labRequest', { detail }))
  }

  return {
    recentEntries: () => recent,
    async run({ summarize, ...options }, work, summarizeResponse) {
      const { signal, sentAt } = options
      const settings = await savedSettings()
      const isLogged = recentRequests !== undefined || (await isRecording())
      if (settings === undefined && !isLogged) return simulate(defaultConditions, work, { ...options, wait })
      // A summary reads the request, so it is made only if needed.
      let summary: ReturnType<typeof summarize> | undefined
      const readSummary = async () => (summary ??= summarize())
      const readName = async () => (await readSummary()).name
      // Loaded on demand, because most users never use the lab.
      const conditions =
        settings === undefined
          ? defaultConditions
          : await (await import('./lab.ts')).nextConditions(store, { saved: settings, readName, defaultLatency })
      if (!isLogged) return simulate(conditions, work, { ...options, wait })
      const log = startLogEntry(await readSummary(), sentAt)
      try {
        const result = await simulate(conditions, work, { ...options, wait })
        log(summarizeResponse(result))
        return result
      } catch (thrown) {
        log(signal?.aborted ? 'aborted' : { thrown })
        throw thrown
      }
    },
  }
}
