import type { Transaction } from 'kysely'

/**
 * Changes a batch of rows, in the order of a key: those after the key `last`, or the first ones. Returns the last key of
 * the batch; undefined if there are no more rows.
 */
export type Backfill = <Tables>(tx: Transaction<Tables>, last: string | undefined) => Promise<string | undefined>

/** SQL statements for one transaction, or a backfill. A statement must not hold a lock for long that others wait for. */
export type Step = string | Backfill

export interface Migration {
  /** Whether servers of the version before can go on with the tables of this one. */
  readonly worksWithPreviousServer: boolean
  readonly steps: readonly Step[]
}

/** The version of the tables in `tables.ts`, those of 2.0.0. Smaller numbers were those of versions before. */
export const BASELINE = 11

/**
 * The migrations of the database. Each leads from the version before to the next, the first from `BASELINE`. Add new ones
 * at the end; never change one that has been released.
 */
export const migrations: readonly Migration[] = []
