import type { AdministeredStore } from '../store/administration.ts'
import { exportSnapshot } from '../snapshot/export.ts'
import { importSnapshot } from '../snapshot/import.ts'
import { runJob, type Job, type JobHost } from '../snapshot/job.ts'
import { openSyncFile } from '../snapshot/lines.ts'
import { generate } from './generator/generate.ts'
import { loadScenario } from './scenarios.ts'
import type { DataResult, DataTask } from './tasks.ts'

/**
 * Runs a task as a job (`snapshot/job.ts`). Throws `RangeError` for numbers out of range, `BadFileError` for an invalid
 * snapshot, of which nothing is imported.
 */
export async function runDataTask(store: AdministeredStore, task: DataTask, host: JobHost): Promise<DataResult> {
  const { value: file, ...result } = await runJob(store, host, (job) => runTask(job, task))
  return { ...result, ...(file && { file }) }
}

/** Returns the file of an export, null for other tasks. */
async function runTask(job: Job, task: DataTask): Promise<Blob | null> {
  if (task.kind === 'export') return exportSnapshot(job)
  if (task.kind === 'import') await importSnapshot(job, await openSyncFile(task.file), 'all data')
  if (task.kind === 'scenario') await loadScenario(job, task)
  if (task.kind === 'grow') await generate(job, task)
  return null
}
