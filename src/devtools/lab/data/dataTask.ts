import { runDataTask, type DataTask, type Progress } from '../../../backend/dataTasks.ts'
import { createStore } from '../../../lib/createStore.ts'
import { currentSession, endSession, replaceToken } from '../../../session/session.ts'
import { forgetUploads } from '../../../features/drafts/draftStore.ts'
import { download, today } from '../../../lib/download.ts'
import { messagesOf } from '../../../backend/refusals.ts'

interface RunningTask {
  status: 'running'
  kind: DataTask['kind']
  progress?: Progress
  msLeft?: number | undefined
  isCancelled?: boolean
  cancel: () => void
}

export type TaskState =
  | { status: 'idle' }
  | RunningTask
  | { status: 'done'; kind: DataTask['kind']; warnings: readonly string[] }
  | { status: 'cancelled'; kind: DataTask['kind'] }
  | { status: 'failed'; kind: DataTask['kind']; message: string }

/** The running or last data task. It belongs to the data, so it continues when the page or the session changes. */
export const dataTask = createStore<TaskState>({ status: 'idle' })

/** Starts a task, unless one is running. Downloads the file of an export. */
export async function startTask(task: DataTask): Promise<void> {
  if (dataTask.get().status === 'running') return
  const { kind } = task
  const controller = new AbortController()
  const { signal } = controller
  const started: RunningTask = { status: 'running', kind, cancel: () => controller.abort() }
  const estimate = estimator()
  const { scope, session } = currentSession()
  dataTask.set(started)
  addEventListener('beforeunload', confirmLeaving)
  try {
    const { file, warnings } = await runDataTask(task, {
      signal,
      onProgress: (progress) =>
        dataTask.set({ ...started, progress, msLeft: estimate(progress), isCancelled: signal.aborted }),
      token: session?.token ?? null,
      onTokenRenewed(token) {
        forgetUploads()
        if (session && token !== null) replaceToken(session, token)
        else if (session && !scope.signal.aborted) endSession('tokenRejected')
      },
    })
    if (file) download(file, `weft-snapshot-${today()}.ndjson`)
    dataTask.set({ status: 'done', kind, warnings })
  } catch (error) {
    dataTask.set(
      signal.aborted ? { status: 'cancelled', kind } : { status: 'failed', kind, message: messagesOf(error).join(' ') },
    )
  }
  removeEventListener('beforeunload', confirmLeaving)
}

/** Cancels the task after its current transaction. */
export function cancelTask(): void {
  const task = dataTask.get()
  if (task.status !== 'running') return
  task.cancel()
  dataTask.set({ ...task, isCancelled: true })
}

/** Returns a function that estimates the remaining milliseconds from the speed so far. It needs one second for that. */
function estimator(): (progress: Progress) => number | undefined {
  let start = { at: performance.now(), done: 0, total: -1 }
  return ({ done, total }) => {
    const at = performance.now()
    // A new phase has started.
    if (total !== start.total || done < start.done) start = { at, done, total }
    const passed = at - start.at
    return passed > 1000 && done > start.done ? (passed / (done - start.done)) * (total - done) : undefined
  }
}

function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
