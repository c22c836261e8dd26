import { createData } from './data.ts'
import type { Data } from './data.ts'
import { memoryReaders } from './readers.ts'
import type { Undo } from './table.ts'
import { memoryTables } from './writers.ts'
import type { Store, Tables } from '../port.ts'

/** A store that lives as long as the page or process: for tests, and for browsers that store nothing. */
export function createMemoryStore(): Store {
  const data = createData()
  let isClosed = false
  /** Resolves when all transactions requested so far have ended. Never rejects. */
  let settled: Promise<unknown> = Promise.resolve()

  const refuseIfClosed = () => {
    if (isClosed) throw new Error('The store is closed')
  }

  const transaction: Store['transaction'] = async (work) => {
    refuseIfClosed()
    const done = settled.then(() => runTransaction(data, work))
    settled = done.catch(() => undefined)
    return done
  }

  return {
    read: memoryReaders(data, async (call) => {
      refuseIfClosed()
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
  const answers: Promise<unknown>[] = []
  let isOver = false

  const answer = async <R>(call: () => R): Promise<R> => {
    if (isOver) throw new Error('The transaction is over')
    return call()
  }
  const run = <R>(call: () => R): Promise<R> => {
    const answered = answer(call)
    answered.catch(() => undefined)
    answers.push(answered)
    return answered
  }

  try {
    const result = await work(memoryTables(data, run, journal))
    // As in IndexedDB, a call that fails makes the transaction fail, even if `work` did not await it.
    await Promise.all(answers)
    return result
  } catch (error) {
    for (const undo of journal.toReversed()) undo()
    throw error
  } finally {
    isOver = true
  }
}
