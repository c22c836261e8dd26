/**
 * How migrations are applied. A migration expands, fills and contracts: its steps are transactions of their own, which
 * wait for locks for a short time only and are tried again then, so that requests are not held up while servers run. A
 * migration that was stopped goes on with the step, or the batch, that it has not finished.
 */

import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'

import { isConflict, isDuplicate, isLockTimeout } from '../errors.ts'
import { WITHOUT_LIMITS } from '../limits.ts'
import type { Migration } from './migration.ts'
import { FIRST_VERSION, migrations, NEW_VERSION } from './migrations.ts'
import { tables } from '../tables.ts'

/** How often a step is tried that does not get its locks. */
const MAX_ATTEMPTS = 100

const ADVICE = 'Migrate it: npm run serve -- migrate'

/** What may be done to a schema that is opened: nothing, create its tables if there are none, or migrate it. */
export type SchemaChanges = 'none' | 'create' | 'migrate'

/** How far a backfill is. */
export interface MigrationProgress {
  version: number
  table: string
  /** The rows that are done, and about how many there are. */
  done: number
  total: number
}

export interface MigrateOptions {
  steps?: readonly Migration[]
  onProgress?: ((progress: MigrationProgress) => void) | undefined
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
  /** Null in the rows of versions before 8, and absent in their tables. */
  oldest?: number | null
}

/** Waits about a second, so that the transaction with the lock can end. */
const pauseForLock = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 500 + Math.random() * 1000)
  })

function latestOf(steps: readonly Migration[]): number {
  return FIRST_VERSION + steps.length
}

/** Returns whether this code can run with the tables: they have its version, or a later one that allows it. */
export async function isCompatible<Tables>(db: Kysely<Tables>, schema: string): Promise<boolean> {
  const { number, oldest } = await readVersion(db, schema)
  const latest = latestOf(migrations)
  return number >= latest && oldest <= latest
}

/** Makes the allowed changes. Rejects if this code cannot run with the tables then. */
export async function prepareSchema<Tables>(
  db: Kysely<Tables>,
  schema: string,
  changes: SchemaChanges,
  onProgress?: (progress: MigrationProgress) => void,
): Promise<void> {
  const { number, oldest } = await findVersion(db, schema)
  if (changes === 'migrate' || (changes === 'create' && number === 0)) return migrate(db, schema, { onProgress })
  const latest = latestOf(migrations)
  refuseUnknown(schema, { number, oldest }, latest)
  if (number === 0) throw new Error(`The schema "${schema}" has no tables. ${ADVICE}`)
  if (number < latest) throw new Error(`The schema "${schema}" has version ${number}, this code ${latest}. ${ADVICE}`)
}

/**
 * Brings the schema to the latest version. Rejects if a later version of this code has upgraded it and this one cannot
 * run with its tables, or if it is older than the first release.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  schema: string,
  { steps = migrations, onProgress = () => {}, pause = pauseForLock }: MigrateOptions = {},
): Promise<void> {
  const latest = latestOf(steps)
  const version = await findVersion(db, schema)
  refuseUnknown(schema, version, latest)
  if (version.number >= latest) return
  for (let attempt = 1; ;) {
    try {
      const step = await runStep(db, schema, steps)
      if (step.progress) onProgress(step.progress)
      if (step.isLast) return
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
async function runStep<Tables>(
  db: Kysely<Tables>,
  schema: string,
  steps: readonly Migration[],
): Promise<{ isLast: boolean; progress?: MigrationProgress }> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await sql.raw(WITHOUT_LIMITS).execute(tx)
      if ((await findVersion(tx, schema)).number === 0) {
        await createTables(tx, schema)
        return { isLast: latestOf(steps) <= NEW_VERSION }
      }
      // Of several processes that migrate at once, the one that locks the first version makes a step; the others wait.
      await sql`select from ${versionsOf(schema)} order by number limit 1 for update`.execute(tx)
      const { number } = await readVersion(tx, schema)
      // Shorter than the time after which Postgres looks for deadlocks, so that none fails a request.
      await sql`set local lock_timeout = '300ms'`.execute(tx)
      await sql`set local search_path to ${sql.id(schema)}`.execute(tx)

      const version = number + 1
      const migration = steps[number - FIRST_VERSION]
      if (!migration) return { isLast: true }
      await sql`
        create table if not exists migration_progress (
          version integer primary key, step integer not null, rows bigint not null, last json
        )`.execute(tx)
      const { rows: found } = await sql<{ step: number; rows: number; last: readonly string[] | null }>`
        select step, rows, last from migration_progress where version = ${version}`.execute(tx)
      const progress = found[0] ?? { step: 0, rows: 0, last: null }
      const step = migration.steps[progress.step]
      if (typeof step === 'string') await sql.raw(step).execute(tx)
      const batch = typeof step === 'object' ? await step.next(tx, progress.last ?? undefined) : undefined
      if (typeof step === 'object' && batch) {
        const done = progress.rows + batch.rows
        await setProgress(tx, version, [progress.step, done, JSON.stringify(batch.last)])
        const total = Math.max(done, await rowsOf(tx, step.table))
        return { isLast: false, progress: { version, table: step.table, done, total } }
      }
      if (progress.step + 1 < migration.steps.length) {
        await setProgress(tx, version, [progress.step + 1, 0, null])
        return { isLast: false }
      }
      await sql`alter table versions add column if not exists oldest integer`.execute(tx)
      const oldest = migration.keepsFormer ? version - 1 : version
      await sql`insert into versions (number, applied_at, oldest) values (${version}, now(), ${oldest})`.execute(tx)
      await sql`drop table migration_progress`.execute(tx)
      return { isLast: version === latestOf(steps) }
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
    create table if not exists versions (number integer primary key, applied_at timestamptz not null, oldest integer);
    insert into versions values (${NEW_VERSION}, now(), ${NEW_VERSION});
    ${tables}`,
    )
    .execute(tx)
}

async function setProgress<Tables>(
  tx: Transaction<Tables>,
  version: number,
  values: readonly [step: number, rows: number, last: string | null],
): Promise<void> {
  await sql`
    insert into migration_progress (version, step, rows, last) values (${version}, ${sql.join([...values])})
    on conflict (version) do update set step = excluded.step, rows = excluded.rows, last = excluded.last`.execute(tx)
}

/** Returns about how many rows a table has: by its statistics, so none if it has no statistics. */
async function rowsOf<Tables>(tx: Transaction<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::float8 as count from pg_class where oid = to_regclass(${table})`.execute(tx)
  return rows[0]?.count ?? 0
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
  const { rows } = await sql<VersionRow>`select * from ${versionsOf(schema)} order by number desc limit 1`.execute(db)
  const [{ number, oldest } = { number: 0 }] = rows
  return { number, oldest: oldest ?? number }
}

function refuseUnknown(schema: string, { number, oldest }: SchemaVersion, latest: number): void {
  const has = `The schema "${schema}" has version ${number}`
  if (number > latest && oldest > latest)
    throw new Error(`${has}, which only version ${oldest} of this code or a later one can use. This code is ${latest}`)
  if (number > 0 && number < FIRST_VERSION) {
    const advice = `Rename it (alter schema "${schema}" rename to …) to keep its data, or choose another schema`
    throw new Error(`${has}, from before the first release. ${advice}`)
  }
}
