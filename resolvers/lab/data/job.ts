import type { Store, Tables } from '../../store/port.ts'
import type { Progress } from './tasks.ts'

/** A task under way. */
export interface Job {
  store: Store
  /** The instant it began: all of it happens as of then. */
  now: number
  /** Throws once the task is cancelled. */
  checkCancelled: () => void
  /** One transaction of several. Refuses once the task is cancelled; whoever waits for the store comes before the next. */
  change: <T>(work: (tx: Tables) => Promise<T>, durability?: 'relaxed') => Promise<T>
  onProgress: (progress: Progress) => void
}

/** Says that so much more is done. */
export type Advance = (phase: Progress['phase'], by: number) => void

export function advanceOf({ onProgress }: Job, total: number): Advance {
  let done = 0
  return (phase, by) => {
    done += by
    onProgress({ phase, done, total })
  }
}

/** Lets everything else have its turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
