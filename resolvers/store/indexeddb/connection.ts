/**
 * Which database is in use. One that cannot be used is set aside: it stays unchanged, and the next one gets the next name
 * (`weft`, `weft-2`, `weft-3`, …). The highest number that exists is in use, so every tab and worker finds the same, and
 * IndexedDB lets only one of them create it.
 */

import type { IDBPDatabase } from 'idb'
import { broadcastTarget } from '../../lib/broadcast.ts'
import { openVerified } from './opening.ts'
import { failureOf, isUnusable, publicError } from './recovery/failures.ts'

interface OpenedDatabase {
  db: IDBPDatabase
  number: number
  /** The name of the database before it, which was set aside. */
  setAside: string | null
}

export interface Connection extends OpenedDatabase {
  close: () => void
}

/**
 * Milliseconds before each retry. Safari restores a connection within this time when a page returns from the
 * background.
 */
const RETRY_DELAYS_MS: readonly number[] = [100, 500, 2000]

/**
 * Connects to the database in use. Calls `onLost` when the connection ends other than by `close`: the database was
 * deleted, upgraded by a later version, or set aside by another tab. Rejects as `openIndexedDbStore` does.
 */
export async function connect(base: string, onLost: () => void, retryDelaysMs = RETRY_DELAYS_MS): Promise<Connection> {
  // Tabs tell each other what they open, because writes to a database that is set aside would be lost. Listens before it
  // looks for the database in use, so that it misses none that is created meanwhile.
  const channel = broadcastTarget(`${base} opened`)
  let newest = 1
  let isLost = false
  let opened: OpenedDatabase | undefined

  const close = () => {
    channel.close()
    opened?.db.close()
  }
  const handleLost = () => {
    isLost = true
    if (!opened) return
    close()
    onLost()
  }
  channel.addEventListener('opened', ({ detail = 1 }: CustomEventInit<number>) => {
    newest = Math.max(newest, detail)
    if (opened && opened.number < newest) handleLost()
  })

  try {
    opened = await openInUse(base, handleLost, retryDelaysMs)
  } catch (error) {
    close()
    throw error
  }
  if (isLost || opened.number < newest) {
    close()
    return connect(base, onLost, retryDelaysMs)
  }
  channel.dispatchEvent(new CustomEvent('opened', { detail: opened.number }))
  return { ...opened, close }
}

/** Opens the database in use, or sets it aside and opens the next one. */
async function openInUse(base: string, onLost: () => void, retryDelaysMs: readonly number[]): Promise<OpenedDatabase> {
  const open = async (number: number) => ({
    db: await openVerified(nameOf(base, number), { onLost }),
    number,
    setAside: number === 1 ? null : nameOf(base, number - 1),
  })
  let number: number | undefined
  let failure: unknown
  for (const delay of [null, 0, ...retryDelaysMs]) {
    // The first retry is for every failure, because another tab may just have closed the connection.
    if (delay !== null && delay > 0 && failureOf(failure) !== 'unknown') break
    if (delay !== null) await new Promise((resolve) => setTimeout(resolve, delay))
    try {
      number = await numberInUse(base)
      return await open(number)
    } catch (error) {
      failure = error
    }
  }
  if (number === undefined || !isUnusable(failure)) throw publicError(failure, nameOf(base, number ?? 1))
  const next = number + 1
  return open(next).catch((error: unknown) => {
    throw publicError(error, nameOf(base, next))
  })
}

/** Returns the highest number of a database: 1 if there is none. */
async function numberInUse(base: string): Promise<number> {
  const found = await indexedDB.databases()
  return Math.max(1, ...found.map(({ name = '' }) => numberOf(base, name)))
}

function nameOf(base: string, number: number): string {
  return number === 1 ? base : `${base}-${number}`
}

function numberOf(base: string, name: string): number {
  const number = Number(name.slice(base.length + 1))
  return nameOf(base, number) === name ? number : 1
}
