import { deleteDB, openDB } from 'idb'

import { failureOf, NewerVersionError, StorageUnavailableError } from './failures.ts'
import { nameOf, newestGeneration, openGeneration, type Opened } from './generations.ts'

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
  const inUse = kind === 'unknown' ? await openAfterAll(base, generation, onLost) : null
  return inUse ?? openNext(base, generation + 1, onLost)
}

/**
 * Nothing tells what is wrong. Others may use the next already: where databases cannot be listed, say. Else, if storage
 * works at all, the fault may have passed with it.
 */
async function openAfterAll(base: string, generation: number, onLost: () => void): Promise<Opened | null> {
  const next = await openThere(base, generation + 1, onLost)
  if (next) return next
  await tryStorage(base)
  return openThere(base, generation, onLost)
}

/** Null where there is none, or it does not open. */
async function openThere(base: string, generation: number, onLost: () => void): Promise<Opened | null> {
  try {
    return await openGeneration(base, generation, onLost, { mayBegin: false })
  } catch {
    return null
  }
}

/** Opens a database of no use, and removes it. Rejects where that does not work either: it is not one database that fails but all storage. */
async function tryStorage(base: string): Promise<void> {
  const name = `${base} trial`
  try {
    const db = await openDB(name)
    db.close()
  } catch (error) {
    throw noneOpens(error, name)
  }
  // Whoever tries at the same time keeps it open for a moment only.
  await deleteDB(name)
}

async function openNext(base: string, generation: number, onLost: () => void): Promise<Opened> {
  try {
    return await openGeneration(base, generation, onLost, { mayBegin: true })
  } catch (error) {
    throw noneOpens(error, nameOf(base, generation))
  }
}

/** For a fresh database that is no better. */
function noneOpens(error: unknown, database: string): unknown {
  const kind = failureOf(error)
  if (kind === 'damaged' || kind === 'unknown')
    return new StorageUnavailableError('No database opens.', { cause: error })
  return described(error, database)
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
