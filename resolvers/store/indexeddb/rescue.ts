import { failureOf, NewerVersionError, StorageUnavailableError } from './failures.ts'
import type { Opened } from './generations.ts'
import { openSound } from './opening.ts'

/**
 * What to do about a database that has not opened. It is tried once more: nobody's data is set aside for a fault that
 * passes, such as a connection that another tab has just cut. If it is damaged, `next` is opened in its place.
 */
export async function openNextTo(newest: string, before: string | null, next: string, onLost: () => void): Promise<Opened> {
  try {
    return { db: await openSound(newest, onLost), setAside: before }
  } catch (error) {
    if (failureOf(error) !== 'damaged') throw described(error, newest)
  }
  try {
    return { db: await openSound(next, onLost), setAside: newest }
  } catch (error) {
    // A fresh one is no better: it is not the database that fails but all storage.
    if (failureOf(error) === 'damaged') throw new StorageUnavailableError('No database opens.', { cause: error })
    throw described(error, next)
  }
}

function described(error: unknown, database: string): unknown {
  const failure = failureOf(error)
  if (failure === 'newer') return new NewerVersionError(database, { cause: error })
  if (failure === 'unavailable') return new StorageUnavailableError('The browser keeps nothing.', { cause: error })
  return error
}
