import type { Counts } from '../../store/port.ts'

export type ScenarioName = 'empty' | 'seed' | 'busy' | 'veryLarge'

/** What can be done with all of the data at once. */
export type DataTask =
  /** Replaces everything. */
  | { kind: 'scenario'; scenario: ScenarioName; seed: number }
  /** Adds until there are so many; never removes. */
  | { kind: 'grow'; users: number; posts: number; seed: number }
  /** A file with everything in it. */
  | { kind: 'export' }
  /** Replaces everything by what such a file holds, or nothing where it is bad. */
  | { kind: 'import'; file: Blob }

export interface Progress {
  phase: 'clearing' | 'members' | 'posts' | 'follows' | 'bookmarks' | 'reading' | 'writing'
  /** Of the whole task, in rows; of an import, in bytes. */
  done: number
  total: number
}

export interface DataResult {
  counts: Counts
  /** Of an export. */
  file?: Blob
}
