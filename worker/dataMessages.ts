import type { DataResult, DataTask, Progress } from '../resolvers/browser/index.ts'

/**
 * A message to worker/dataTaskWorker.ts: first the task with the token of the session, then `tokenStored` once the page
 * has stored the new token, and optionally `cancel`.
 */
export type DataRequest = { task: DataTask; token: string | null } | 'tokenStored' | 'cancel'

/** A message from worker/dataTaskWorker.ts. The last one is a result or an error. */
export type DataReply =
  { progress: Progress } | { token: string | null } | { result: DataResult } | { error: DataFailure }

/** An error as plain data. */
export interface DataFailure {
  name: string
  message: string
}
