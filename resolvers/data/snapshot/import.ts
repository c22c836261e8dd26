import type { Job } from '../job.ts'
export async function importSnapshot(_job: Job, _file: Blob): Promise<void> {}
