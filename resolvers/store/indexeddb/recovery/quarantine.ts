import { deleteDB, openDB } from 'idb'

import { failureOf, NewerVersionError, StorageUnavailableError } from './failures.ts'
import { nameOf, newestGeneration, openGeneration, type OpenedGeneration } from './generations.ts'

/**
 * Milliseconds before each retry. Safari restores a connection within this time when a page returns from the
 * background.
 */
const RETRY_DELAYS_MS: readonly number[] = [100, 500, 2000]

/**
 * Opens a database after the first attempt has failed with `firstFailure`. Always retries once, because another tab may
 * just have closed the connection, and again after each delay while the cause is unknown. A damaged generation is
 * quarantined: it is not changed, and the next generation is opened instead. Rejects with `NewerVersionError`,
 * `StorageUnavailableError`, or the browser's own error if another attempt may succeed.
 */
export async function retryOrQuarantine(
  firstFailure: unknown,
  base: string,
  onLost: () => void,
  retryDelaysMs = RETRY_DELAYS_MS,
): Promise<OpenedGeneration> {
  let failure = firstFailure
  // The generation that failed. Another tab may create the next one meanwhile.
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
 * Tries existing generations after a failure of unknown cause. In browsers that cannot list databases, other tabs may
 * already use the next generation. If not, and if storage works, tries the failed generation again. Returns null if
 * neither opens.
 */
async function openExisting(base: string, generation: number, onLost: () => void): Promise<OpenedGeneration | null> {
  const open = (candidate: number) => openGeneration(base, candidate, { onLost, mayCreate: false }).catch(() => null)
  const next = await open(generation + 1)
  if (next) return next
  await checkStorage(base)
  return open(generation)
}

/** Opens and deletes a scratch database. Rejects if that fails: then all storage fails, not one database. */
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

/** Returns the error for a database that has just been created: it cannot be damaged, so storage is unavailable. */
function storageError(error: unknown, database: string): unknown {
  const kind = failureOf(error)
  if (kind !== 'damaged' && kind !== 'unknown') return publicError(error, database)
  return new StorageUnavailableError('No database can be opened.', { cause: error })
}

/** Replaces the browser's error with `NewerVersionError` or `StorageUnavailableError` where one applies. */
function publicError(error: unknown, database: string): unknown {
  const kind = failureOf(error)
  if (kind === 'newer') return new NewerVersionError(database, { cause: error })
  if (kind === 'unavailable') return new StorageUnavailableError('The browser stores nothing.', { cause: error })
  return error
}
