import { runTracked } from '../calls.ts'
import type { AdministeredStore } from '../administration.ts'
import { createData, fork } from './data.ts'
import { memoryAdminReader, memoryReaders } from './readers.ts'
import type { WithData } from './readers.ts'
import { memoryAdminWriter, memoryTables } from './writers.ts'

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

  const runRead: WithData = async (call) => {
    checkOpen()
    return call(committed)
  }

  /** Runs a transaction on a fork of the data, after the earlier transactions. */
  const runTransaction = async <T>(work: (run: WithData) => Promise<T>): Promise<T> => {
    checkOpen()
    const done = settled.then(async () => {
      const data = fork(committed)
      const result = await runTracked((track) => work((call) => track(async () => call(data))))
      committed = data
      return result
    })
    settled = done.catch(() => undefined)
    return done
  }

  return {
    read: memoryReaders(runRead),
    transaction: (work) => runTransaction((run) => work(memoryTables(run))),
    blobs: {
      get: (id) => runRead(({ blobs }) => blobs.get([id])?.content),
      put: (id, bytes) => runTransaction((run) => memoryAdminWriter(run).blobs.put(id, bytes)),
      remove: (id) =>
        runTransaction(async (run) => {
          await run(({ blobs }) => blobs.remove([id]))
        }),
    },
    admin: {
      read: async (work) => {
        checkOpen()
        const data = committed
        return work(memoryAdminReader(async (call) => call(data)))
      },
      transaction: (work) => runTransaction((run) => work(memoryAdminWriter(run))),
    },
    async close() {
      isClosed = true
      await settled
    },
  }
}
