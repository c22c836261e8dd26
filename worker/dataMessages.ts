import type { DataResult, DataTask, Progress } from '../resolvers/browser/index.ts'

/** What worker/data.ts is told: its task, and later perhaps that nobody wants it any more. */
export type DataOrder = DataTask | 'cancel'

/** What it tells. The last is a result or an error. */
export type DataNews = { progress: Progress } | { result: DataResult } | { error: DataFailure }

/** An error as a message can hold it. */
export interface DataFailure {
  name: string
  message: string
  /** Of a bad file. */
  line?: number
}
