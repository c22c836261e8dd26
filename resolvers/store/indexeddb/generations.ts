import { openDB } from 'idb'

import { DamagedError, failureOf, NewerVersionError, StorageUnavailableError } from './failures.ts'
import { checkHealth } from './health.ts'
import { checkLayout } from './layout.ts'
import { upgrade, VERSION } from './schema.ts'
import type { Database, WeftSchema } from './schema.ts'

/** The database in use, and the one before it that could not be read, if there is one. */
export interface Opened {
  db: Database
  setAside: string | null
}

/**
 * Opens the latest generation of a database: `weft`, `weft-2`, `weft-3`, … A damaged one stays exactly as it is, and the
 * next takes its place. Every tab and worker that finds the damage comes to the same next name, and IndexedDB sees to
 * it that only one of them builds it. `onLost` hears when the connection ends other than by `close()`.
 */
export async function openNewest(name: string, onLost: () => void): Promise<Opened> {
  const generation = await newestGeneration(name)
  const newest = nameOf(name, generation)
  try {
    return { db: await openSound(newest, onLost), setAside: generation > 1 ? nameOf(name, generation - 1) : null }
  } catch (error) {
    if (failureOf(error) !== 'damaged') throw described(error, newest)
  }
  const next = nameOf(name, generation + 1)
  try {
    return { db: await openSound(next, onLost), setAside: newest }
  } catch (error) {
    // A fresh one is no better: it is not the database that fails but all storage.
    if (failureOf(error) === 'damaged') throw new StorageUnavailableError('No database opens.', { cause: error })
    throw described(error, next)
  }
}

/** 1 where nothing tells: before there is any, in browsers that cannot list them, and where storage is blocked. */
async function newestGeneration(base: string): Promise<number> {
  try {
    const found = await indexedDB.databases()
    return Math.max(1, ...found.map(({ name = '' }) => generationOf(base, name)))
  } catch {
    return 1
  }
}

function nameOf(base: string, generation: number): string {
  return generation === 1 ? base : `${base}-${generation}`
}

function generationOf(base: string, name: string): number {
  const generation = name.startsWith(`${base}-`) ? Number(name.slice(base.length + 1)) : 1
  return nameOf(base, generation) === name ? generation : 1
}

function described(error: unknown, database: string): unknown {
  const failure = failureOf(error)
  if (failure === 'newer') return new NewerVersionError(database, { cause: error })
  if (failure === 'unavailable') return new StorageUnavailableError('The browser keeps nothing.', { cause: error })
  return error
}

/** Tries twice: nobody's data is set aside for a fault that passes, such as a connection that another tab has just cut. */
async function openSound(name: string, onLost: () => void): Promise<Database> {
  try {
    return await tryToOpen(name, onLost)
  } catch {
    return tryToOpen(name, onLost)
  }
}

async function tryToOpen(name: string, onLost: () => void): Promise<Database> {
  let damage: unknown
  const opening = openDB<WeftSchema>(name, VERSION, {
    upgrade(db, oldVersion, _newVersion, tx) {
      try {
        upgrade(db, oldVersion)
        checkLayout((store) => tx.objectStore(store))
      } catch (fault) {
        // Given up as a whole: a damaged database keeps its version too.
        damage = new DamagedError('It cannot be brought to this version.', { cause: fault })
        tx.done.catch(() => {})
        tx.abort()
      }
    },
    // Somebody brings a later version, or deletes the database: they wait until we have let go.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
      onLost()
    },
    terminated: onLost,
  })
  const db = await opening.catch((error: unknown) => {
    throw damage ?? error
  })
  try {
    await checkHealth(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
