import type { AdministeredStore, AdminWriter, Counts } from '../store/administration.ts'
import type { TransactionOptions } from '../store/port.ts'
import type { ScenarioName } from './scenarioTotals.ts'
import type { SyncFile } from './snapshot/lines.ts'

/** A task on all data. */
export type DataTask =
  /** Replaces all data. */
  | { kind: 'scenario'; scenario: ScenarioName; seed: number }
  /** Generates data up to these totals. Never removes anything. */
  | { kind: 'grow'; users: number; posts: number; seed: number }
  /** Creates a snapshot file. */
  | { kind: 'export' }
  /** Replaces all data with a snapshot; changes nothing if it is invalid. */
  | { kind: 'import'; file: Blob }

/** A task of a process with files of its own, of which it holds only some lines in memory. */
export type FileTask =
  /** Passes a snapshot to `write`, some lines at a time. Not over IndexedDB, whose transactions cannot wait for it. */
  | { kind: 'exportFile'; write: (lines: string) => Promise<void> }
  /** Reads a snapshot into a store without users; throws if there are any. */
  | { kind: 'importFile'; file: SyncFile }

export interface Progress {
  phase: 'clearing' | 'users' | 'posts' | 'follows' | 'bookmarks' | 'reading' | 'writing'
  /** Progress of the whole task, in rows; in bytes for an import. */
  done: number
  total: number
}

export interface DataResult {
  counts: Counts
  /** The snapshot that an export created. */
  file?: Blob
}

/** A running task. */
export interface Job {
  store: AdministeredStore
  /** The time when the task started. Everything it writes is dated at or before it. */
  now: number
  /** Throws once the task is cancelled. */
  checkCancelled: () => void
  /** Runs one transaction, then yields to other calls. Throws once the task is cancelled. */
  transaction: <T>(work: (tx: AdminWriter) => Promise<T>, options?: TransactionOptions) => Promise<T>
  onProgress: (progress: Progress) => void
  /** The `tokenVersion` of every user of replaced data. It makes all tokens that were issued before invalid. */
  tokenVersion: number
  /** Continues the session that asked for the task. Call it after all data has been replaced. */
  continueSession: () => Promise<void>
}

/** What the caller of a task passes with it. */
export interface DataTaskOptions {
  /** Cancels the task. Data written so far stays, except that an import writes everything or nothing. */
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  /** The token of the session that asks for the task. */
  token: string | null
  /**
   * Receives the session's new token after all data was replaced, which ends all other sessions; null if the new data
   * lacks the user.
   */
  onTokenRenewed: (token: string | null) => void | Promise<void>
}

/** Reports the number of rows that were done since the last call. */
export type Advance = (phase: Progress['phase'], rows: number) => void

export function createAdvance({ onProgress }: Job, total: number): Advance {
  let done = 0
  return (phase, rows) => {
    done += rows
    onProgress({ phase, done, total })
  }
}

/** Resolves after all events and timers that are due now. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Loads the seed. It is a chunk of its own, because the app needs it only to fill an empty database. */
export const loadSeed = () => import('../seed/seed.ts')
export type Seed = Awaited<ReturnType<typeof loadSeed>>
