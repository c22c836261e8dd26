import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'

import { runTracked } from '../calls.ts'
import { WriteConflictError } from '../port.ts'
import type { Database } from './database.ts'
import { isConflict } from './errors.ts'
import type { WithDatabase } from './readers.ts'

/** How often a transaction runs beside others before it runs alone. */
const SHARED_ATTEMPTS = 5

/** Waits before a transaction runs again; `attempt` is 1 the first time. */
export type Pause = (attempt: number) => Promise<void>

/** Waits up to 10, 20, 40, 80 ms, at random, so that transactions in conflict do not meet again. */
export const randomPause: Pause = (attempt) =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 5 * 2 ** attempt)
  })

/**
 * Runs `work` in a serialisable transaction, and again after a conflict. The last time it holds a lock that every
 * transaction shares, so that there is no other to be in conflict with.
 */
export async function runTransaction<T>(
  { db, table }: Database,
  work: (run: WithDatabase) => Promise<T>,
  pause: Pause,
  durability?: 'relaxed',
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const isAlone = attempt > SHARED_ATTEMPTS
    const queue = new Queue()
    try {
      return await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (tx) => {
          // The snapshot of the transaction is taken after this statement.
          await sql`lock table ${table('meta')} in ${sql.raw(isAlone ? 'exclusive' : 'row share')} mode`.execute(tx)
          if (durability === 'relaxed') await sql`set local synchronous_commit to off`.execute(tx)
          return runQueued({ db: tx, table }, queue, work)
        })
    } catch (error) {
      if (![queue.failure, error].some(isConflict)) throw error
      if (isAlone) throw new WriteConflictError('Every attempt was in conflict', { cause: error })
    }
    await pause(attempt)
  }
}

/** Runs `work` on one state of the data, which may first wait for transactions that are open. It is never in conflict. */
export async function runReading<T>({ db, table }: Database, work: (run: WithDatabase) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('serializable')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set transaction deferrable`.execute(tx)
      return runQueued({ db: tx, table }, new Queue(), work)
    })
}

/** The calls of the transaction whose `work` is running. */
const current = new AsyncLocalStorage<Queue>()

async function runQueued<T>(database: Database, queue: Queue, work: (run: WithDatabase) => Promise<T>): Promise<T> {
  try {
    return await runTracked((track) =>
      current.run(queue, () => work((call) => track(() => queue.run(() => call(database))))),
    )
  } finally {
    await queue.stop()
  }
}

/**
 * Runs a call that is not part of a transaction. If the `work` of one makes it, it waits until that has ended. It throws
 * if the `work` awaits it: a PGlite has only the connection of the transaction, and a server may have no other left.
 */
export async function runOutside<T>(call: () => Promise<T>): Promise<T> {
  const isFree = await (current.getStore()?.untilEndOrIdle() ?? true)
  if (!isFree) throw new Error('A transaction may await only its own calls')
  return call()
}

/** The calls of one transaction, which a connection executes one after the other. */
class Queue {
  /** The error of the first call that failed: after it, Postgres refuses all others. */
  failure: unknown
  #last: Promise<unknown> = Promise.resolve()
  #isStopped = false

  run<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#start(call))
    this.#last = result.catch((error: unknown) => {
      this.failure ??= error
    })
    return result
  }

  /** Drops the calls that have not started, and waits for the one that has. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#last
  }

  /** Returns true once the queue has stopped, or false once it has been empty for a turn of the event loop. */
  async untilEndOrIdle(): Promise<boolean> {
    let last: unknown
    while (!this.#isStopped && last !== this.#last) {
      last = this.#last
      await last
      await setImmediate()
    }
    return this.#isStopped
  }

  async #start<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isStopped) throw new Error('The transaction is over.')
    if (this.failure !== undefined) throw this.failure
    return call()
  }
}
