import type { IDBPDatabase } from 'idb'
import { blobOf } from '../../lib/bytes.ts'
import { runTracked } from '../trackedCalls.ts'
import type { AdministeredStore } from '../administration.ts'
import { connect, type Connection } from './connection.ts'
import { TABLE_STORES } from '../keyValue/layouts.ts'
import { allTables } from '../tables.ts'
import type { AnyTable } from '../tables.ts'
import { adminReader, adminWriter, blobIds, readBlob, readTables, writeTables } from '../keyValue/store.ts'
import type { WithTransaction, WriteTransaction } from '../keyValue/transaction.ts'
import { abort, trackTransaction, type TrackedTransaction } from './openTransactions.ts'
import { idbReads, idbWrites } from './transaction.ts'

export interface IndexedDbOptions {
  /** The name of the first database, `weft` by default. Later ones have a number appended. */
  name?: string
  /**
   * Called when the browser or another tab ends the connection: the data was deleted or set aside, or a later version
   * upgrades it. Every later call of this store rejects. Open another store to find out the cause.
   */
  onLost?: () => void
  /** Milliseconds before each retry when the database does not open for an unknown reason. */
  retryDelaysMs?: readonly number[]
}

export interface IndexedDbStore extends AdministeredStore {
  /** The name of the database that was set aside for this one. */
  readonly setAside: string | null
}

/**
 * Opens the store of this browser, shared by all tabs and workers of the origin. A database that cannot be used is set
 * aside, and an empty one takes its place. Rejects with `StorageUnavailableError` if the browser stores nothing, with
 * `NewerVersionError` if a later version wrote the data, and with the browser's own error if another attempt may
 * succeed.
 */
export async function openIndexedDbStore({
  name = 'weft',
  onLost = ignore,
  retryDelaysMs,
}: IndexedDbOptions = {}): Promise<IndexedDbStore> {
  const { begin, setAside, close } = await openReconnecting(name, onLost, retryDelaysMs)

  const readTransaction = async (stores: AnyTable[]) => {
    return idbReads(await begin((db) => db.transaction(stores, 'readonly')))
  }
  return {
    read: readTables(async (call) => call(await readTransaction(TABLE_STORES))),
    transaction: (work, options) => runTransaction(begin, TABLE_STORES, (run) => work(writeTables(run)), options),
    blobs: {
      get: async (id, range) => readBlob(await readTransaction(['blobs']), id, range),
      async put(id, content) {
        const bytes = await (await blobOf(content)).arrayBuffer()
        await runTransaction(begin, ['blobs'], (run) => run((tx) => tx.put('blobs', { id, bytes })))
        return bytes.byteLength
      },
      remove: (id) => runTransaction(begin, ['blobs'], (run) => run((tx) => tx.delete('blobs', [id]))),
      ids: async (request) => blobIds(await readTransaction(['blobs']), request),
    },
    admin: {
      async read(work) {
        const tx = await readTransaction(allTables)
        return work(adminReader((call) => call(tx)))
      },
      transaction: (work, options) => runTransaction(begin, allTables, (run) => work(adminWriter(run)), options),
    },
    async close() {
      close()
    },
    setAside,
  }
}

/** Starts a transaction at once, unless it has to connect again, and tracks it. */
type Begin = <Tx extends TrackedTransaction>(start: (db: IDBPDatabase) => Tx) => Tx | Promise<Tx>

/**
 * Connects to a database. A browser can close a connection without a `close` event, for example that of a tab long in the
 * background; every transaction then throws an `InvalidStateError`. `begin` connects again and starts the transaction once
 * more, unless the connection was ended by `close` or lost.
 */
async function openReconnecting(name: string, onLost: () => void, retryDelaysMs?: readonly number[]) {
  let isEnded = false
  const handleLost = () => {
    isEnded = true
    onLost()
  }
  const connectOnce = () => connect(name, handleLost, retryDelaysMs)
  let connection = await connectOnce()
  /** The same for all calls that fail together. */
  let reconnecting: Promise<void> | undefined

  const reconnect = async (failed: Connection) => {
    // Another call has connected again.
    if (connection !== failed) return
    failed.close()
    const next = await connectOnce()
    // A database in its place has other data.
    const isOther = !isEnded && next.number !== failed.number
    if (isEnded || isOther) next.close()
    else connection = next
    if (isOther) handleLost()
  }
  const begin: Begin = (start) => {
    const used = connection
    const startTracked = () => trackTransaction(start(connection.db))
    try {
      return startTracked()
    } catch (error) {
      if (isEnded || !(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      reconnecting ??= reconnect(used).finally(() => (reconnecting = undefined))
      return reconnecting.then(startTracked)
    }
  }
  return {
    begin,
    setAside: connection.setAside,
    close() {
      isEnded = true
      connection.close()
    },
  }
}

/** With `strict` durability, resolves once the changes are on the disk. */
async function runTransaction<T>(
  begin: Begin,
  stores: AnyTable[],
  work: (run: WithTransaction<WriteTransaction>) => Promise<T>,
  { durability = 'strict' }: { durability?: IDBTransactionDurability } = {},
): Promise<T> {
  const tx = await begin((db) => db.transaction(stores, 'readwrite', { durability }))
  const writes = idbWrites(tx)
  try {
    const result = await runTracked((track) => work((call) => track(() => call(writes))))
    await tx.done
    return result
  } catch (error) {
    abort(tx)
    await tx.done.catch(ignore)
    throw error
  }
}

function ignore(): void {}
