import type { Store } from '../store/port.ts'
import type { Lab } from './lab.ts'
import type { DataTaskOptions } from './runDataTask.ts'
import type { DataResult, DataTask } from './tasks.ts'

// What most users never need, loaded on first use.

/** Opens the lab of this browser. */
export async function openLab(store: Store, events: EventTarget): Promise<Lab> {
  const { createLab } = await import('./lab.ts')
  return createLab(store, events)
}

/** Runs a task over all data, as `runDataTask.ts` says. */
export async function runDataTask(store: Store, task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  const { runDataTask: run } = await import('./runDataTask.ts')
  return run(store, task, options)
}
