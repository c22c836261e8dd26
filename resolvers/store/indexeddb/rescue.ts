import { deleteDB } from 'idb'

import { failureOf, NewerVersionError, StorageUnavailableError } from './failures.ts'
import { nameOf, newestGeneration, openGeneration, type Opened } from './generations.ts'
import { STORE_NAMES, type Database } from './schema.ts'

/** Milliseconds before each further try. Safari's connection is back in less when a page returns from the background. */
const patience: readonly number[] = [100, 500, 2000]

/**
 * What to do about a newest database that has not opened. Each is tried once more, for a connection that another tab has
 * just cut, say; where nothing tells what is wrong, again and again. If it is damaged, the next is opened in its place.
 */
export async function rescue(first: unknown, base: string, onLost: () => void, waits = patience): Promise<Opened> {
  let failure = first
  // The one that failed, not the newest afterwards: that may be the next already, which another tab has just begun.
  let generation = 1
  for (const milliseconds of [0, ...waits]) {
    await pause(milliseconds)
    try {
      generation = await newestGeneration(base)
      return await openGeneration(base, generation, onLost, { mayBegin: generation === 1 })
    } catch (error) {
      failure = error
      if (failureOf(failure) !== 'unknown') break
    }
  }

  const kind = failureOf(failure)
  if (kind !== 'damaged' && kind !== 'unknown') throw described(failure, nameOf(base, generation))
  const next = await openNext(base, generation + 1, onLost)
  const newest = kind === 'unknown' ? await openAfterAll(base, generation, onLost) : null
  if (!newest) return next
  if (await isUntouched(next.db)) {
    next.db.close()
    await deleteDB(nameOf(base, next.generation))
    return newest
  }
  newest.db.close()
  return next
}

async function openNext(base: string, generation: number, onLost: () => void): Promise<Opened> {
  try {
    return await openGeneration(base, generation, onLost, { mayBegin: true })
  } catch (error) {
    // A fresh one is no better: it is not the database that fails but all storage.
    const kind = failureOf(error)
    if (kind === 'damaged' || kind === 'unknown') throw new StorageUnavailableError('No database opens.', { cause: error })
    throw described(error, nameOf(base, generation))
  }
}

/** Storage works: whether the fault has passed with it. */
async function openAfterAll(base: string, generation: number, onLost: () => void): Promise<Opened | null> {
  try {
    return await openGeneration(base, generation, onLost, { mayBegin: generation === 1 })
  } catch {
    return null
  }
}

/** Whether nobody has sown it or written to it. Not for certain where it is lost meanwhile: then all begins again. */
async function isUntouched(db: Database): Promise<boolean> {
  try {
    const counts = await Promise.all(STORE_NAMES.map((name) => db.count(name)))
    return counts.every((count) => count === 0)
  } catch {
    return false
  }
}

function described(error: unknown, database: string): unknown {
  const failure = failureOf(error)
  if (failure === 'newer') return new NewerVersionError(database, { cause: error })
  if (failure === 'unavailable') return new StorageUnavailableError('The browser keeps nothing.', { cause: error })
  return error
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
