import type { Clock } from '../clock.ts'

/** A file with all that a database of this browser holds, but for secrets; see `indexeddb/copy.ts`. Rarely asked for. */
export async function copyDatabase(name: string, clock: Clock): Promise<Blob> {
  const copy = await import('./indexeddb/copy.ts')
  return copy.copyDatabase(name, clock)
}
