import type { Counts, Store, Tables } from '../store/port.ts'

/** A named state of all data. */
export type ScenarioName = 'empty' | 'seed' | 'busy' | 'veryLarge'

/** A task over all data. */
export type DataTask =
  /** Replaces all data. */
  | { kind: 'scenario'; scenario: ScenarioName; seed: number }
  /** Generates data up to these totals. Never removes anything. */
  | { kind: 'grow'; users: number; posts: number; seed: number }
  /** Creates a snapshot file. */
  | { kind: 'export' }
  /** Replaces all data with a snapshot; changes nothing if it is invalid. */
  | { kind: 'import'; file: Blob }

export interface Progress {
  phase: 'clearing' | 'users' | 'posts' | 'follows' | 'bookmarks' | 'reading' | 'writing'
  /** Of the whole task: in rows, for an import in bytes. */
  done: number
  total: number
}

export interface DataResult {
  counts: Counts
  /** The snapshot of an export. */
  file?: Blob
}

/** A running task. */
export interface Job {
  store: Store
  /** When the task started. Everything it writes is dated at or before this instant. */
  now: number
  /** Throws once the task is cancelled. */
  checkCancelled: () => void
  /** Runs one of several transactions, then lets other calls have their turn. Throws once the task is cancelled. */
  transaction: <T>(work: (tx: Tables) => Promise<T>, durability?: 'relaxed') => Promise<T>
  onProgress: (progress: Progress) => void
}

/** Reports that this many more rows are done. */
export type Advance = (phase: Progress['phase'], rows: number) => void

export function createAdvance({ onProgress }: Job, total: number): Advance {
  let done = 0
  return (phase, rows) => {
    done += rows
    onProgress({ phase, done, total })
  }
}

/** Resolves after everything else that is due now. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** The sample data of the seed. In a chunk of its own, which a page loads only to fill an empty database. */
export const loadSeed = () => import('../seed/seed.ts')
export type Seed = Awaited<ReturnType<typeof loadSeed>>
