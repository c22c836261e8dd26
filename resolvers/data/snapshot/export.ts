import type { Job } from '../job.ts'
export async function exportSnapshot(_job: Job): Promise<Blob> { return new Blob() }
