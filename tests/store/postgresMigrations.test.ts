/** How tables of earlier versions become those of this one, and which versions can run with which tables. */

import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '../../resolvers/store/postgres/connection/database.ts'
import { migrate, type MigrateOptions } from '../../resolvers/store/postgres/migrations/migrate.ts'
import {
  BASELINE,
  migrations,
  type Backfill,
  type Migration,
} from '../../resolvers/store/postgres/migrations/migrations.ts'
import { openPostgresStore, type PostgresOptions } from '../../resolvers/store/postgres/store.ts'
import { freshSchema, patient, postgresSource } from './postgresStore.ts'
import { id, userRow } from './rows.ts'

const latestVersion = BASELINE + migrations.length

/** A connection whose statements find the tables of a new schema. */
async function createSchema() {
  const schema = freshSchema()
  const source = await postgresSource()
  const opened = await openDatabase(source, freshSchema(), { maxConnections: 1, schemaChanges: 'create' })
  const db = opened.db.withoutPlugins()
  onTestFinished(() => db.destroy())
  await sql`create schema ${sql.id(schema)}`.execute(db)
  const execute = (text: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local search_path to ${sql.id(schema)}`.execute(tx)
      return (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows
    })
  const open = async (options: Partial<PostgresOptions> = {}) => {
    const store = await openPostgresStore({ ...patient, source, schema, ...options })
    onTestFinished(() => store.close())
    return store
  }
  /** Migrates the tables to a version after the present one. */
  const migrateTo = (later: readonly Migration[], options?: Pick<MigrateOptions, 'pause'>) =>
    migrate(db, schema, { steps: [...migrations, ...later], ...options })
  return { execute, open, migrateTo }
}

/** Fills the new column in batches of two users. */
const fillInitials: Backfill = async (tx, last) => {
  const after = last === undefined ? sql`true` : sql`id > ${last}`
  const { rows } = await sql<{ last: string | null }>`
    with batch as (select id from users where ${after} order by id limit 2 for update),
      filled as (update users set initials = upper(left(username, 1)) from batch where users.id = batch.id)
    select max(id::text) as last from batch`.execute(tx)
  return rows[0]?.last ?? undefined
}

/** A migration as a version after the present one may have it. */
const initials = (changes: Partial<Migration> = {}): Migration => ({
  worksWithPreviousServer: true,
  steps: ["alter table users add column initials text not null default ''", fillInitials],
  ...changes,
})

describe('a migration', () => {
  it('changes the tables and all rows, and goes on where it was stopped', async () => {
    const { execute, open, migrateTo } = await createSchema()
    const store = await open({ schemaChanges: 'create' })
    const users = [1, 2, 3, 4, 5].map((number) => userRow(number))
    await store.admin.transaction((tx) => tx.insertMany('users', users))

    const batches: (string | undefined)[] = []
    const stopAfter = (count: number): Migration => {
      const fill: Backfill = async (tx, last) => {
        if (batches.length === count) throw new Error('Stopped')
        batches.push(last)
        return fillInitials(tx, last)
      }
      return initials({ steps: [...initials().steps.slice(0, 1), fill] })
    }
    await expect(migrateTo([stopAfter(1)])).rejects.toThrow('Stopped')
    expect(await execute('select max(number) as number from versions')).toEqual([{ number: latestVersion }])
    await migrateTo([stopAfter(Infinity)])
    expect(batches).toEqual([undefined, id(2), id(4), id(5)])
    expect(await execute('select distinct initials from users')).toEqual([{ initials: 'U' }])
    expect(await execute('select max(number) as number from versions')).toEqual([{ number: latestVersion + 1 }])
    expect(await store.read.users.byUsername('user5')).toEqual(userRow(5))
  })

  it('tries a step again that does not get its locks', async () => {
    const { execute, migrateTo, open } = await createSchema()
    await open({ schemaChanges: 'create' })
    await execute('create sequence attempts')
    const step = `do $$ begin
      if nextval('attempts') <= 2 then raise 'locked' using errcode = 'lock_not_available'; end if;
    end $$; alter table users add column initials text`
    let pauses = 0
    const pause = async () => void (pauses += 1)
    await migrateTo([initials({ steps: [step] })], { pause })
    expect(pauses).toBe(2)
    expect(await execute('select initials from users')).toEqual([])
  })

  it('undoes a step that fails, and does not repeat the steps before it', async () => {
    const { execute, migrateTo, open } = await createSchema()
    await open({ schemaChanges: 'create' })
    const first = 'create table first ()'
    const failing = initials({ steps: [first, 'create table second (); select 1 / 0'] })
    await expect(migrateTo([failing])).rejects.toThrow('division by zero')
    await open()
    await migrateTo([initials({ steps: [first, 'create table second ()'] })])
    expect(await execute('select max(number) as number from versions')).toEqual([{ number: latestVersion + 1 }])
  })
})

describe('opening a store', () => {
  it('refuses a schema without tables, and creates them only if that is allowed', async () => {
    const { open, execute } = await createSchema()
    await expect(open()).rejects.toThrow(/has no tables\. Migrate it: npm run serve -- migrate$/)
    expect(await execute(`select to_regclass('versions') as found`)).toEqual([{ found: null }])
    await open({ schemaChanges: 'create' })
    await open()
  })

  it.each(['none', 'create', 'migrate'] as const)(
    'refuses tables of 1.0, says how to move their data, and leaves them unchanged: %s',
    async (schemaChanges) => {
      const { open, execute } = await createSchema()
      await execute(`
        create table versions (number integer primary key, applied_at timestamptz not null);
        insert into versions values (3, now()), (4, now())`)
      await expect(open({ schemaChanges })).rejects.toThrow(
        /was written by Weft 1\.0, .* Export its data with 1\.0 \(npm run serve -- export FILE\), then import/,
      )
      expect(await execute(`select tablename from pg_tables where schemaname = current_schema()`)).toEqual([
        { tablename: 'versions' },
      ])
    },
  )

  it('accepts tables of the next version if they work with this one', async () => {
    const { open, migrateTo } = await createSchema()
    const store = await open({ schemaChanges: 'create' })
    expect(await store.isCompatible()).toBe(true)
    await migrateTo([initials()])
    expect(await store.isCompatible()).toBe(true)
    await store.transaction((tx) => tx.users.insert(userRow(1)))
    expect(await (await open({ schemaChanges: 'migrate' })).read.users.byUsername('user1')).toEqual(userRow(1))
    await migrateTo([initials(), initials({ steps: ['drop table removed_users'] })])
    expect(await store.isCompatible()).toBe(false)
    await expect(open()).rejects.toThrow(`only version ${latestVersion + 1} of this code or a later one can use`)
  })

  it('refuses tables of a later version that do not work with this one', async () => {
    const { open, migrateTo } = await createSchema()
    const store = await open({ schemaChanges: 'create' })
    await migrateTo([initials({ worksWithPreviousServer: false })])
    expect(await store.isCompatible()).toBe(false)
    await expect(open({ schemaChanges: 'migrate' })).rejects.toThrow(
      `has version ${latestVersion + 1}, which only version`,
    )
  })
})
