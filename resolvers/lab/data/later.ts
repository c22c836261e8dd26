import type { Store } from '../../store/port.ts'
import type { DataTaskOptions } from './runDataTask.ts'
import type { DataResult, DataTask } from './tasks.ts'

/** Does a task over all of the data; see `run.ts`. Rarely asked for. */
export async function runDataTask(store: Store, task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  const data = await import('./runDataTask.ts')
  return data.runDataTask(store, task, options)
}
