import { runDataTask, type DataTask, type Progress } from '../../backend/dataTasks.ts'
import { download, today } from '../../lib/download.ts'

/** The task under way with the data, or the last one. A plain store without React, so that it goes on from page to page. */
export type TaskState =
  | { is: 'idle' }
  | { is: 'running'; kind: DataTask['kind']; progress?: Progress; msLeft?: number | undefined; isCancelled?: boolean }
  | { is: 'done'; kind: DataTask['kind'] }
  | { is: 'failed'; kind: DataTask['kind']; message: string }
  | { is: 'cancelled'; kind: DataTask['kind'] }

let state: TaskState = { is: 'idle' }
let controller = new AbortController()
const listeners = new Set<() => void>()

/** Changes identity exactly when something changes. */
export function currentTask(): TaskState {
  return state
}

export function subscribeToTask(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Begins a task, unless one is under way. What it exports is downloaded. */
export async function startTask(task: DataTask): Promise<void> {
  if (state.is === 'running') return
  const { kind } = task
  controller = new AbortController()
  const { signal } = controller
  const estimate = estimator()
  change({ is: 'running', kind })
  addEventListener('beforeunload', askToStay)
  try {
    const { file } = await runDataTask(task, {
      signal,
      onProgress: (progress) =>
        change({ is: 'running', kind, progress, msLeft: estimate(progress), isCancelled: signal.aborted }),
    })
    if (file) download(file, `weft-snapshot-${today()}.ndjson`)
    change({ is: 'done', kind })
  } catch (error) {
    change(signal.aborted ? { is: 'cancelled', kind } : { is: 'failed', kind, message: messageOf(error) })
  }
  removeEventListener('beforeunload', askToStay)
}

/** It ends when what it is writing is written. */
export function cancelTask(): void {
  controller.abort()
  if (state.is === 'running') change({ ...state, isCancelled: true })
}

/** Tells the remaining milliseconds from how fast it went, once that can be told. */
function estimator(): (progress: Progress) => number | undefined {
  let start = { at: performance.now(), done: 0, total: -1 }
  return ({ done, total }) => {
    const at = performance.now()
    // What is counted has changed.
    if (total !== start.total || done < start.done) start = { at, done, total }
    const passed = at - start.at
    return passed > 1000 && done > start.done ? (passed / (done - start.done)) * (total - done) : undefined
  }
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function change(next: TaskState): void {
  state = next
  for (const listener of listeners) listener()
}
