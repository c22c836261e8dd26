import { createData } from './data.ts'
import type { Data } from './data.ts'
import { memoryReaders } from './readers.ts'
import type { Undo } from './table.ts'
import { memoryTables } from './writers.ts'
import type { Store, Tables } from '../port.ts'

/** Creates a store in memory: for tests, and for browsers that store nothing. */
export function createMemoryStore(): Store {
  const data = createData()
  let isClosed = false
  /** Resolves when all transactions requested so far have ended. Never rejects. */
  let settled: Promise<unknown> = Promise.resolve()

  const checkOpen = () => {
    if (isClosed) throw new Error('The store is closed')
  }

  const transaction: Store['transaction'] = async (work) => {
    checkOpen()
    const done = settled.then(() => runTransaction(data, work))
    settled = done.catch(() => undefined)
    return done
  }

  return {
    read: memoryReaders(data, async (call) => {
      checkOpen()
      await settled
      return call()
    }),
    transaction,
    view: transaction,
    close() {
      isClosed = true
    },
  }
}

async function runTransaction<T>(data: Data, work: (tx: Tables) => Promise<T>): Promise<T> {
  const journal: Undo[] = []
  const results: Promise<unknown>[] = []
  let isOver = false

  const start = async <R>(call: () => R): Promise<R> => {
    if (isOver) throw new Error('The transaction is over')
    return call()
  }
  const run = <R>(call: () => R): Promise<R> => {
    const result = start(call)
    result.catch(() => undefined)
    results.push(result)
    return result
  }

  try {
    const result = await work(memoryTables(data, run, journal))
    // As in IndexedDB, a call that fails makes the transaction fail, even if `work` did not await it.
    await Promise.all(results)
    return result
  } catch (error) {
    for (const undo of journal.toReversed()) undo()
    throw error
  } finally {
    isOver = true
  }
}
