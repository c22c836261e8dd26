import type { JobResult, Progress } from '../snapshot/job.ts'
import type { ScenarioName } from './scenarioTotals.ts'

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

export interface DataResult extends Omit<JobResult<unknown>, 'value'> {
  /** The snapshot that an export created. */
  file?: Blob
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

/** Loads the seed. It is a chunk of its own, because the app needs it only to fill an empty database. */
export const loadSeed = () => import('../seed/seed.ts')
export type Seed = Awaited<ReturnType<typeof loadSeed>>
