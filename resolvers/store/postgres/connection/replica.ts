import { setTimeout as sleep } from 'node:timers/promises'

import { sql, type RawBuilder } from 'kysely'

import type { Database, WithDatabase } from './database.ts'

export interface ReplicaOptions {
  /** The URL of a standby. */
  url: string
  /** How far it may be behind the primary to be read. */
  maxLagMs: number
}

/** How often the lag is measured in the time that it may take, and at least. */
const CHECKS = 4
const MAX_PAUSE_MS = 1000

/** A place in the changes of the primary, and when it was there. */
interface Mark {
  place: bigint
  at: number
}

/**
 * A standby that is read while it is known to have every change that was committed up to `maxLagMs` ago. Notes the place
 * in the log of changes that the primary has reached, some times in this period, and compares it with what the standby has
 * applied. That needs no clocks that agree, and holds if the standby no longer receives changes.
 */
export class Replica {
  readonly #database: Database
  readonly #primary: Database
  readonly #maxLagMs: number
  readonly #closed = new AbortController()
  readonly #checks: Promise<void>
  #marks: Mark[] = []
  #freshAt = -Infinity

  constructor(database: Database, primary: Database, maxLagMs: number) {
    this.#database = database
    this.#primary = primary
    this.#maxLagMs = maxLagMs
    this.#checks = this.#repeatChecks()
  }

  /** Calls the standby, or the primary if the standby is behind or fails. */
  readonly run: WithDatabase = async (call) => {
    if (performance.now() - this.#freshAt <= this.#maxLagMs) {
      try {
        return await call(this.#database)
      } catch {
        // It is read again after the next check that succeeds.
        this.#freshAt = -Infinity
        this.#marks = []
      }
    }
    return call(this.#primary)
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#checks
    await this.#database.db.destroy()
  }

  async #repeatChecks(): Promise<void> {
    const { signal } = this.#closed
    const pauseMs = Math.min(this.#maxLagMs / CHECKS, MAX_PAUSE_MS)
    while (!signal.aborted) {
      await this.#check().catch(() => undefined)
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async #check(): Promise<void> {
    const at = performance.now()
    const place = await placeOf(this.#primary, sql`pg_current_wal_lsn()`)
    this.#marks = this.#marks.filter((mark) => at - mark.at <= this.#maxLagMs)
    this.#marks.push({ place, at })
    // Null if it has been promoted.
    const applied = await placeOf(this.#database, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`)
    const reached = this.#marks.findLast((mark) => mark.place <= applied)
    if (reached) this.#freshAt = Math.max(this.#freshAt, reached.at)
  }
}

/** Returns a place in the log of changes as the number of its byte; -1 for none. */
async function placeOf({ db }: Database, place: RawBuilder<unknown>): Promise<bigint> {
  const { rows } = await sql<{ place: string | null }>`select (${place} - '0/0'::pg_lsn)::text as place`.execute(db)
  return BigInt(rows[0]?.place ?? -1)
}
