import type { AdministeredStore } from '../store/administration.ts'
import type { JobHost } from '../snapshot/job.ts'
import type { DataResult, DataTask, DataTaskOptions } from './tasks.ts'

/**
 * Runs a task on all data, see `runDataTask.ts`. A replacement of the data ends every session but this one. The code loads
 * on first use, because most users never need it.
 */
export async function runDataTask(
  store: AdministeredStore,
  task: DataTask,
  { token, onTokenRenewed, ...options }: DataTaskOptions & Pick<JobHost, 'clock' | 'events'>,
): Promise<DataResult> {
  const [{ runDataTask: run }, { tokenRenewal }] = await Promise.all([
    import('./runDataTask.ts'),
    import('../services/tokenRenewal.ts'),
  ])
  const issueNewToken = await tokenRenewal({ store, clock: options.clock }, token)
  return run(store, task, {
    ...options,
    async continueSession() {
      await onTokenRenewed(await issueNewToken())
    },
  })
}
