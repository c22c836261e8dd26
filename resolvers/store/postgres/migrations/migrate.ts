/**
 * How migrations are applied. A migration expands, fills and contracts: its steps are transactions of their own, which
 * wait for locks for a short time only and are tried again then, so that requests are not held up while servers run. A
 * migration that was stopped goes on with the step, or the batch, that it has not finished.
 */

import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'

import { isConflict, isDuplicate, isLockTimeout } from '../errors.ts'
import { WITHOUT_LIMITS } from '../limits.ts'
import { BASELINE, migrations, type Migration } from './migrations.ts'
import { tables } from '../tables.ts'

/** How often a step is tried that does not get its locks. */
const MAX_ATTEMPTS = 100

const ADVICE = 'Migrate it: npm run serve -- migrate'

/** What may be done to a schema that is opened: nothing, create its tables if there are none, or migrate it. */
export type SchemaChanges = 'none' | 'create' | 'migrate'

export interface MigrateOptions {
  steps?: readonly Migration[]
  /** Waits before a step is tried again. */
  pause?: () => Promise<void>
}

/** A version of the schema, and the oldest version of this code that can run with it. Both are 0 if it has no tables. */
interface SchemaVersion {
  number: number
  oldest: number
}

interface VersionRow {
  number: number
  /** Absent in the tables of 1.0. */
  oldest?: number | null
}

/** The step of a migration that comes next, and the last key of its last batch if it is a backfill. */
interface Progress {
  step: number
  last: string | null
}

/** Waits about a second, so that the transaction with the lock can end. */
const pauseForLock = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 500 + Math.random() * 1000)
  })

/** Returns whether this code can run with the tables: they have its version, or a later one that allows it. */
export async function isCompatible<Tables>(db: Kysely<Tables>, schema: string): Promise<boolean> {
  const { number, oldest } = await readVersion(db, schema)
  const latest = BASELINE + migrations.length
  return number >= latest && oldest <= latest
}

/** Makes the allowed changes. Rejects if this code cannot run with the tables then. */
export async function prepareSchema<Tables>(db: Kysely<Tables>, schema: string, changes: SchemaChanges): Promise<void> {
  const version = await findVersion(db, schema)
  const { number } = version
  if (changes === 'migrate' || (changes === 'create' && number === 0)) return migrate(db, schema)
  const latest = BASELINE + migrations.length
  refuseUnknown(schema, version, latest)
  if (number === 0) throw new Error(`The schema "${schema}" has no tables. ${ADVICE}`)
  if (number < latest) throw new Error(`The schema "${schema}" has version ${number}, this code ${latest}. ${ADVICE}`)
}

/**
 * Brings the schema to the latest version. Rejects if a later version of this code has upgraded it and this one cannot
 * run with its tables, or if it is older than the baseline.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  schema: string,
  { steps = migrations, pause = pauseForLock }: MigrateOptions = {},
): Promise<void> {
  const latest = BASELINE + steps.length
  const version = await findVersion(db, schema)
  refuseUnknown(schema, version, latest)
  if (version.number >= latest) return
  for (let attempt = 1; ;) {
    try {
      if (await runStep(db, schema, steps)) return
      attempt = 1
    } catch (error) {
      // Another process has created the tables meanwhile.
      const isCreated = version.number === 0 && isDuplicate(error) && (await findVersion(db, schema)).number > 0
      // Another transaction has the lock.
      const isLocked = isLockTimeout(error) || isConflict(error)
      if ((!isCreated && !isLocked) || attempt === MAX_ATTEMPTS) throw error
      attempt += 1
      if (isLocked) await pause()
    }
  }
}

/** Runs a step, or a batch of one, in a transaction. Returns whether it was the last one. */
async function runStep<Tables>(db: Kysely<Tables>, schema: string, steps: readonly Migration[]): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await sql.raw(WITHOUT_LIMITS).execute(tx)
      if ((await findVersion(tx, schema)).number === 0) {
        await createTables(tx, schema)
        return steps.length === 0
      }
      // Of several processes that migrate at once, the one that locks the first version makes a step; the others wait.
      await sql`select from ${versionsOf(schema)} order by number limit 1 for update`.execute(tx)
      const version = (await readVersion(tx, schema)).number + 1
      const migration = steps[version - BASELINE - 1]
      if (!migration) return true
      // Shorter than the time after which Postgres looks for deadlocks, so that none fails a request.
      await sql`set local lock_timeout = '300ms'`.execute(tx)
      await sql`set local search_path to ${sql.id(schema)}`.execute(tx)

      const found = await sql<Progress>`select step, last from migration_progress`.execute(tx)
      const [progress = { step: 0, last: null }] = found.rows
      const step = migration.steps[progress.step]
      let last: string | undefined
      if (typeof step === 'string') await sql.raw(step).execute(tx)
      else last = await step?.(tx, progress.last ?? undefined)

      await sql`delete from migration_progress`.execute(tx)
      const next = last === undefined ? progress.step + 1 : progress.step
      if (next < migration.steps.length) {
        await sql`insert into migration_progress (step, last) values (${next}, ${last ?? null})`.execute(tx)
        return false
      }
      const oldest = migration.worksWithPreviousServer ? version - 1 : version
      await sql`insert into versions (number, applied_at, oldest) values (${version}, now(), ${oldest})`.execute(tx)
      return version === BASELINE + steps.length
    })
}

/** Creates the schema and its tables. Waits for another process that does, and rejects with a duplicate if it did. */
async function createTables<Tables>(tx: Transaction<Tables>, schema: string): Promise<void> {
  // `create schema if not exists` needs the right to create schemas even if there is one.
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(tx)
  if (rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
  await sql`set local search_path to ${sql.id(schema)}`.execute(tx)
  await sql
    .raw(
      `
    create table versions (number integer primary key, applied_at timestamptz not null, oldest integer not null);
    insert into versions values (${BASELINE}, now(), ${BASELINE});
    create table migration_progress (step integer not null, last text);
    ${tables}`,
    )
    .execute(tx)
}

/**
 * Returns the version of a schema that may not exist. Reads the catalogue as a table: `to_regclass` may answer from before
 * another process has created the tables.
 */
async function findVersion<Tables>(db: Kysely<Tables>, schema: string): Promise<SchemaVersion> {
  const found = await sql`
    select from pg_tables where schemaname = ${schema} and tablename = 'versions'`.execute(db)
  return found.rows.length === 0 ? { number: 0, oldest: 0 } : readVersion(db, schema)
}

function versionsOf(schema: string): RawBuilder<unknown> {
  return sql.table(`${schema}.versions`)
}

async function readVersion<Tables>(db: Kysely<Tables>, schema: string): Promise<SchemaVersion> {
  const { rows } = await sql<VersionRow>`
    select * from ${versionsOf(schema)} order by number desc limit 1`.execute(db)
  const [{ number, oldest } = { number: 0 }] = rows
  return { number, oldest: oldest ?? number }
}

function refuseUnknown(schema: string, { number, oldest }: SchemaVersion, latest: number): void {
  if (number > latest && oldest > latest)
    throw new Error(
      `The schema "${schema}" has version ${number}, which only version ${oldest} of this code or a later one can use. ` +
        `This code is ${latest}`,
    )
  if (number > 0 && number < BASELINE)
    throw new Error(
      `The schema "${schema}" was written by Weft 1.0, which this version does not read. Export its data with 1.0 ` +
        '(npm run serve -- export FILE), then import them into an empty database with this version ' +
        '(npm run serve -- import FILE)',
    )
}
