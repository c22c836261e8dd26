import { safeParse } from 'valibot'
import { isObject, rowSchemas } from '../../rows.ts'
import { DamagedError } from './damaged.ts'
import { checkLayout } from './layout.ts'
import { STORE_NAMES } from '../schema.ts'
import type { Database, StoreName } from '../schema.ts'

/**
 * Throws a `DamagedError` where the database is not what its version promises: its layout, or the first record of an object store. One
 * record each, for this stands before every first call; a fault further in is answered with 500 when it is met.
 */
export async function checkHealth(db: Database): Promise<void> {
  const tx = db.transaction(STORE_NAMES, 'readonly')
  tx.done.catch(() => {})
  checkLayout((name) => tx.objectStore(name))
  await Promise.all(
    STORE_NAMES.map(async (name) => {
      const records: unknown[] = await tx.objectStore(name).getAll(undefined, 1)
      if (!records.every((record) => isSound(name, record)))
        throw new DamagedError(`A record of ${name} has fields of the wrong type.`)
    }),
  )
}

/** `meta` has no declaration: it only has to be readable. */
function isSound(name: StoreName, record: unknown): boolean {
  if (name === 'meta') return true
  // The row of a user is stored beside the keys of its index.
  const row = name === 'users' ? isObject(record) && 'row' in record && record.row : record
  return safeParse(rowSchemas[name], row).typed
}
