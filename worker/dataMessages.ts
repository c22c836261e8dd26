import type { DataResult, DataTask, Progress } from '../resolvers/browser/index.ts'

/** A message to worker/data.ts: first the task, then optionally its cancellation. */
export type DataRequest = DataTask | 'cancel'

/** A message from worker/data.ts. The last one is a result or an error. */
export type DataReply = { progress: Progress } | { result: DataResult } | { error: DataFailure }

/** An error as plain data. */
export interface DataFailure {
  name: string
  message: string
  /** The line of an invalid snapshot. */
  line?: number
}
