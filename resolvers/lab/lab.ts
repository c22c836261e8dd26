import { routeNames } from '../rest/routeNames.ts'
import type { Counts } from '../store/administration.ts'
import type { LabStore } from './labStore.ts'
import type { LogEntry } from './requestLog.ts'
import { faultCounterKey, settingsKey } from './savedSettings.ts'
import { scenarioTotals } from './scenarioTotals.ts'
import { bounds, checkSettings, defaultSettings, isDefault, parseSettings, type LabSettings } from './settings.ts'

// The simulation loads it together with the lab, once settings were saved.
export { nextConditions } from './faultSampling.ts'

/** The lab of a browser: its settings, the requests of all tabs and of the service worker, and what its data tools show. */
export interface Lab {
  /** Reads the saved settings. */
  settings(): Promise<LabSettings>
  /** Saves settings for all tabs and resets the fault counter. Rejects if a setting is out of range. */
  change(settings: LabSettings): Promise<void>
  /** Calls the listener after every change in any tab. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /**
   * Records requests: calls the listener with each request of any tab or of the service worker after it has ended, and
   * with the last requests of this tab from before. May call it twice with one entry. Resolves once recording has started.
   * Recording ends when the page closes.
   */
  record(listener: (entry: LogEntry) => void): Promise<void>
  /** Deletes the log entries of all tabs. */
  clearLog(): void
  /** Calls the listener when any tab clears the log. Returns a function that unsubscribes. */
  onClearLog(listener: () => void): () => void
  /** What the data tools show. Null if the data is on a server. */
  data: DataFigures | null
  /** The names of the REST calls that the settings apply to, such as `POST /posts/like/{postId}`. */
  calls: readonly string[]
  defaults: LabSettings
  bounds: typeof bounds
  /** Returns whether these settings have the same effect as the defaults. */
  isDefault: (settings: LabSettings) => boolean
}

export interface DataFigures {
  /** Counts the rows of each table. */
  counts: () => Promise<Counts>
  scenarioTotals: typeof scenarioTotals
}

export interface LabSetup {
  /** Counts the rows of each table, if the data is in this browser. */
  counts?: (() => Promise<Counts>) | undefined
  /** As for `createSimulation`. */
  defaultLatency?: number | undefined
  /** Starts recording. Once it resolves, `isRecording` of every simulation resolves to true. */
  startRecording?: () => Promise<void>
  /** Returns the entries from before. */
  recentEntries?: () => readonly LogEntry[]
}

export function createLab(
  store: LabStore,
  events: EventTarget,
  { counts, defaultLatency, startRecording = async () => {}, recentEntries = () => [] }: LabSetup = {},
): Lab {
  const defaults = defaultSettings(defaultLatency)
  const publish = (type: string) => events.dispatchEvent(new CustomEvent(type))

  return {
    settings: async () => parseSettings(await store.read.meta.get(settingsKey), defaults),
    async change(settings) {
      checkSettings(settings)
      const { latency, fault } = settings
      await store.transaction(async (tx) => {
        await tx.meta.put(settingsKey, { latency: { ...latency }, fault: { ...fault } })
        await tx.meta.put(faultCounterKey, 0)
      })
      publish('labChanged')
    },
    onChange: (listener) => listen('labChanged', () => listener()),
    async record(listener) {
      listen('labRequest', (event) => {
        if (!(event instanceof CustomEvent)) return
        const entry: LogEntry = event.detail
        listener(entry)
      })
      await startRecording()
      for (const entry of recentEntries()) listener(entry)
    },
    clearLog: () => void publish('labClearLog'),
    onClearLog: (listener) => listen('labClearLog', () => listener()),
    data: counts ? { counts, scenarioTotals } : null,
    // Requests of other clients reach a server without this browser.
    calls: [...(counts ? routeNames : []), 'POST /media'],
    defaults,
    bounds,
    isDefault: (settings) => isDefault(settings, defaults),
  }

  function listen(type: string, listener: (event: Event) => void): () => void {
    events.addEventListener(type, listener)
    return () => events.removeEventListener(type, listener)
  }
}
