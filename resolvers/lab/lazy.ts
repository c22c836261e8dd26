import type { Store } from '../store/port.ts'
import type { Lab } from './lab.ts'
import type { DataTaskOptions } from './runDataTask.ts'
import type { DataResult, DataTask } from './tasks.ts'

// Loaded on first use, because most users never need it.

/** Opens the lab of this browser. Calls `beforeRecording` before it records. */
export async function openLab(store: Store, events: EventTarget, beforeRecording: () => Promise<void>): Promise<Lab> {
  const { createLab } = await import('./lab.ts')
  return createLab(store, events, beforeRecording)
}

/** Runs a task on all data, see `runDataTask.ts`. */
export async function runDataTask(store: Store, task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  const { runDataTask: run } = await import('./runDataTask.ts')
  return run(store, task, options)
}
