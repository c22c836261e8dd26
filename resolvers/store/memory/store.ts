import { blobOf } from '../../lib/bytes.ts'
import type { AdministeredStore } from '../administration.ts'
import { runTracked } from '../trackedCalls.ts'
import { adminReader, adminWriter, blobIds, readBlob, readTables, writeTables } from '../keyValue/store.ts'
import type { ReadTransaction, WithTransaction, WriteTransaction } from '../keyValue/transaction.ts'
import { createData, fork } from './data.ts'
import { memoryTransaction } from './transaction.ts'

/** Creates a store that lives as long as the page or process: for tests, and for browsers that store nothing. */
export function createMemoryStore(): AdministeredStore {
  /** What was committed last. Never changed, only replaced. */
  let committed = createData()
  let isClosed = false
  /** Resolves when all transactions requested so far have ended. Never rejects. */
  let settled: Promise<unknown> = Promise.resolve()

  const checkOpen = () => {
    if (isClosed) throw new Error('The store is closed')
  }

  const runRead: WithTransaction<ReadTransaction> = async (call) => {
    checkOpen()
    return call(memoryTransaction(committed))
  }

  /** Runs a transaction on a fork of the data, after the earlier transactions. */
  const runTransaction = async <T>(work: (run: WithTransaction<WriteTransaction>) => Promise<T>): Promise<T> => {
    checkOpen()
    const done = settled.then(async () => {
      const data = fork(committed)
      const tx = memoryTransaction(data)
      const result = await runTracked((track) => work((call) => track(() => call(tx))))
      committed = data
      return result
    })
    settled = done.catch(() => undefined)
    return done
  }

  return {
    read: readTables(runRead),
    transaction: (work) => runTransaction((run) => work(writeTables(run))),
    blobs: {
      get: (id, range) => runRead((tx) => readBlob(tx, id, range)),
      async put(id, content) {
        const bytes = await (await blobOf(content)).arrayBuffer()
        await runTransaction((run) => run((tx) => tx.put('blobs', { id, bytes })))
        return bytes.byteLength
      },
      remove: (id) => runTransaction((run) => run((tx) => tx.delete('blobs', [id]))),
      ids: (request) => runRead((tx) => blobIds(tx, request)),
    },
    admin: {
      read: async (work) => {
        checkOpen()
        const tx = memoryTransaction(committed)
        return work(adminReader((call) => call(tx)))
      },
      transaction: (work) => runTransaction((run) => work(adminWriter(run))),
    },
    async close() {
      isClosed = true
      await settled
    },
  }
}
