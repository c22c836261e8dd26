import { calls } from '../rest/calls.ts'
import type { Counts, Store } from '../store/port.ts'
import { settingsKey } from './conditions.ts'
import { drawnKey } from './faultSampling.ts'
import type { LoggedRequest } from './requests.ts'
import { bounds, checkSettings, isUsual, settingsIn, usualSettings, type LabSettings } from './settings.ts'

// All of the lab that a backend without one does without: it comes as one, at its first use.
export { nextCourse } from './faultSampling.ts'
export { tellerTo } from './requests.ts'

/** What the lab sees of the backends of all tabs and of the worker, and what it changes. */
export interface Lab {
  /** As they are kept now. */
  settings(): Promise<LabSettings>
  /** Keeps them, for all tabs; counting begins anew. Rejects with a `RangeError` that says what is wrong. */
  change(settings: LabSettings): Promise<void>
  /** Hears of every change, wherever it is made, until the answer is called. */
  whenChanged(hear: () => void): () => void
  /**
   * First the last requests that each tab and the worker remember, then each as it ends, until the answer is called. One
   * may come twice, under the same id.
   */
  requests(hear: (request: LoggedRequest) => void): () => void
  /** Has all forget the requests so far. */
  forget(): void
  /** How many rows each table has now. */
  counts: () => Promise<Counts>
  /** The names of the REST calls. */
  calls: readonly string[]
  /** How it is where nobody has changed anything, and which numbers each field takes. */
  usual: LabSettings
  bounds: typeof bounds
  isUsual: typeof isUsual
}

export function createLab(store: Store, events: EventTarget): Lab {
  const say = (type: string) => events.dispatchEvent(new CustomEvent(type))
  return {
    settings: async () => settingsIn(await store.read.meta.get(settingsKey)),
    async change(settings) {
      checkSettings(settings)
      const { latency, fault } = settings
      await store.transaction(async (tx) => {
        await tx.meta.put(settingsKey, { latency: { ...latency }, fault: { ...fault } })
        await tx.meta.put(drawnKey, 0)
      })
      say('labChanged')
    },
    whenChanged: (hear) => listen('labChanged', () => hear()),
    requests(hear) {
      const ends = [
        listen('labRequest', ({ detail }) => detail && hear(detail)),
        // A tab, or the worker, which a browser stops and starts as it likes.
        listen('labBegun', () => say('labRead')),
      ]
      say('labRead')
      return () => ends.forEach((end) => end())
    },
    forget: () => void say('labForget'),
    counts: () => store.read.count(),
    calls: [...calls, 'POST /media'],
    usual: usualSettings,
    bounds,
    isUsual,
  }

  function listen(type: string, hear: (event: CustomEventInit<LoggedRequest>) => void): () => void {
    events.addEventListener(type, hear)
    return () => events.removeEventListener(type, hear)
  }
}
