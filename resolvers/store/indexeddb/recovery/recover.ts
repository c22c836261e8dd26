import { deleteDB, openDB } from 'idb'

import { failureOf, NewerVersionError, StorageUnavailableError } from './failures.ts'
import { nameOf, newestGeneration, openGeneration, type OpenedGeneration } from './generations.ts'

/**
 * Milliseconds before each retry. Safari restores a connection within this time when a page returns from the
 * background.
 */
const RETRY_DELAYS_MS: readonly number[] = [100, 500, 2000]

/**
 * Opens a database after the first attempt has failed with `firstFailure`. Retries once in any case, because another
 * tab may just have closed the connection; with delays as long as the cause is unknown. A damaged generation is
 * quarantined: it stays as it is, and the next generation is opened instead.
 */
export async function recover(
  firstFailure: unknown,
  base: string,
  onLost: () => void,
  retryDelaysMs = RETRY_DELAYS_MS,
): Promise<OpenedGeneration> {
  let failure = firstFailure
  // The generation that failed. The newest afterwards may be the next one, which another tab has just created.
  let generation = 1
  for (const delay of [0, ...retryDelaysMs]) {
    await new Promise((resolve) => setTimeout(resolve, delay))
    try {
      generation = await newestGeneration(base)
      return await openGeneration(base, generation, { onLost, mayCreate: generation === 1 })
    } catch (error) {
      failure = error
      if (failureOf(failure) !== 'unknown') break
    }
  }

  const kind = failureOf(failure)
  if (kind !== 'damaged' && kind !== 'unknown') throw publicError(failure, nameOf(base, generation))
  const opened = kind === 'unknown' ? await openExisting(base, generation, onLost) : null
  return opened ?? openNext(base, generation + 1, onLost)
}

/**
 * The cause is unknown. Other tabs may use the next generation already, in browsers that cannot list databases. If not,
 * and storage works at all, the failure may have passed by now. Null if neither generation opens.
 */
async function openExisting(base: string, generation: number, onLost: () => void): Promise<OpenedGeneration | null> {
  const open = (candidate: number) => openGeneration(base, candidate, { onLost, mayCreate: false }).catch(() => null)
  const next = await open(generation + 1)
  if (next) return next
  await checkStorage(base)
  return open(generation)
}

/** Opens a scratch database and deletes it. If that fails, all storage fails, not one database. */
async function checkStorage(base: string): Promise<void> {
  const name = `${base} scratch`
  try {
    const db = await openDB(name)
    db.close()
  } catch (error) {
    throw storageError(error, name)
  }
  // Waits for other tabs that make the same check; each closes the database at once.
  await deleteDB(name)
}

async function openNext(base: string, generation: number, onLost: () => void): Promise<OpenedGeneration> {
  try {
    return await openGeneration(base, generation, { onLost, mayCreate: true })
  } catch (error) {
    throw storageError(error, nameOf(base, generation))
  }
}

/** For a database that has just been created: it cannot be damaged, so all storage is unavailable. */
function storageError(error: unknown, database: string): unknown {
  const kind = failureOf(error)
  if (kind !== 'damaged' && kind !== 'unknown') return publicError(error, database)
  return new StorageUnavailableError('No database can be opened.', { cause: error })
}

function publicError(error: unknown, database: string): unknown {
  const kind = failureOf(error)
  if (kind === 'newer') return new NewerVersionError(database, { cause: error })
  if (kind === 'unavailable') return new StorageUnavailableError('The browser stores nothing.', { cause: error })
  return error
}
