import type { Clock } from '../lib/clock.ts'

/** A file with all that a database of this browser holds, but for secrets; see `indexeddb/copy.ts`. Rarely asked for. */
export async function copyDatabase(name: string, clock: Clock): Promise<Blob> {
  const copy = await import('../store/indexeddb/recovery/copy.ts')
  return copy.copyDatabase(name, clock)
}
