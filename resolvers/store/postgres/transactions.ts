import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

import { sql, type RawBuilder } from 'kysely'

import { runTracked } from '../trackedCalls.ts'
import { CommitUnknownError, WriteConflictError } from '../errors.ts'
import type { TransactionOptions } from '../port.ts'
import type { Database, WithDatabase } from './connection/database.ts'
import { isConflict } from './errors.ts'
import { WITHOUT_LIMITS } from './limits.ts'

/** The advisory lock of the transactions that take turns. It stops no others. */
const EXCLUSIVE_LOCK = 826_273_404

/** How often a transaction runs while it is in conflict. */
const MAX_ATTEMPTS = 6

/** Waits before a transaction runs again; `attempt` is 1 the first time. */
export type Pause = (attempt: number) => Promise<void>

/** Waits up to 10, 20, 40 … ms, at random, so that transactions in conflict do not meet again. */
export const randomPause: Pause = (attempt) =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 5 * 2 ** attempt)
  })

/** The options of a transaction of this adapter. */
export interface PostgresTransactionOptions extends TransactionOptions {
  /** Whether its statements may take as long as they need. */
  isUnlimited?: boolean
}

/**
 * Runs `work` in a transaction, and again after a deadlock.
 *
 * Deadlocks are rare, because transactions lock rows in this order: the viewer for reference, their idempotency key,
 * posts, tags by name, reactions and bookmarks, users to change by id, follows, files, first names. Of a sign-up the key
 * comes last: no other transaction has it. A conflict that is left is one of several files of one user, or with a
 * task on whole tables.
 */
export async function runTransaction<T>(
  database: Database,
  work: (run: WithDatabase) => Promise<T>,
  pause: Pause,
  { isExclusive = false, durability, isUnlimited = false }: PostgresTransactionOptions = {},
): Promise<T> {
  const begin = sql.join(
    [
      sql`begin isolation level read committed`,
      ...(durability === 'relaxed' ? [sql`set local synchronous_commit to off`] : []),
      ...(isUnlimited ? [sql.raw(WITHOUT_LIMITS)] : []),
      ...(isExclusive ? [sql`select pg_advisory_xact_lock(${sql.lit(EXCLUSIVE_LOCK)})`] : []),
    ],
    sql`;`,
  )
  for (let attempt = 1; ; attempt += 1) {
    const queue = new Queue()
    try {
      return await execute(database, begin, (inside) => runQueued(inside, queue, work))
    } catch (error) {
      if (![queue.failure, error].some(isConflict)) throw error
      if (attempt === MAX_ATTEMPTS) throw new WriteConflictError('Every attempt was in conflict', { cause: error })
    }
    await pause(attempt)
  }
}

/** Runs `work` on one state of the data. It is never in conflict. */
export async function runReading<T>(database: Database, work: (run: WithDatabase) => Promise<T>): Promise<T> {
  const begin = sql.raw(`begin isolation level repeatable read read only;${WITHOUT_LIMITS}`)
  return execute(database, begin, (inside) => runQueued(inside, new Queue(), work))
}

/** Executes a transaction that starts with `begin`. Rejects with `CommitUnknownError` if the commit is not answered. */
async function execute<T>(
  { db, ...database }: Database,
  begin: RawBuilder<unknown>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const start = async () => {
      await begin.execute(connection)
      return work({ ...database, db: connection })
    }
    const result = await start().catch(async (error: unknown) => {
      // It fails only if the connection is broken: Postgres has undone everything then, and the pool drops it.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    })
    await sql`commit`.execute(connection).catch((error: unknown) => {
      throw isConflict(error) ? error : new CommitUnknownError(error)
    })
    return result
  })
}

/**
 * The calls of the transaction whose `work` is running, if it has the only connection. A server does without: in Node 20
 * a storage that has run once makes every promise of the process slower.
 */
const current = new AsyncLocalStorage<Queue>()

async function runQueued<T>(database: Database, queue: Queue, work: (run: WithDatabase) => Promise<T>): Promise<T> {
  try {
    return await runTracked((track) => {
      const start = () => work((call) => track(() => queue.run(() => call(database))))
      return database.hasOneConnection ? current.run(queue, start) : start()
    })
  } finally {
    await queue.stop()
  }
}

/**
 * Runs a call that is not part of a transaction. If the `work` of one that has the only connection makes it, it waits
 * until that has ended, and throws if the `work` awaits it. On a server it runs at once, over another connection.
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
