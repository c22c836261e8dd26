/** How tables of earlier versions become those of this one, and which versions can run with which tables. */

import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '../../resolvers/store/postgres/connection/database.ts'
import { migrate, type MigrateOptions } from '../../resolvers/store/postgres/migrations/migrate.ts'
import type { Migration } from '../../resolvers/store/postgres/migrations/migration.ts'
import { migrations } from '../../resolvers/store/postgres/migrations/migrations.ts'
import { openPostgresStore, type PostgresOptions } from '../../resolvers/store/postgres/store.ts'
import type { TableName } from '../../resolvers/store/rows.ts'
import { formerTables, latestVersion } from './formerTables.ts'
import { freshSchema, patient, postgresSource } from './postgresStore.ts'
import { bookmarkRow, fileRow, followRow, id, postRow, reactionRow, userRow } from './rows.ts'

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
  const insert = (table: string, rows: readonly object[]) => {
    const records = JSON.stringify(rows).replaceAll(
      /"([a-z]+)([A-Z])([a-z]+)(?=":)/g,
      (_text, start, initial, rest) => `"${start}_${initial.toLowerCase()}${rest}`,
    )
    return execute(`insert into ${table} select * from json_populate_recordset(null::${table}, $$${records}$$)`)
  }
  const open = async (options: Partial<PostgresOptions> = {}) => {
    const store = await openPostgresStore({ ...patient, source, schema, ...options })
    onTestFinished(() => store.close())
    return store
  }
  return { schema, db, execute, insert, open, migrate: (options?: MigrateOptions) => migrate(db, schema, options) }
}

/** Creates the tables of a version from 4, that of 1.0.0, to 7. */
async function createFormer(version: number) {
  const created = await createSchema()
  await created.execute(formerTables(version))
  return created
}

/** A version after the present one. */
const next = (changes: Partial<Migration> = {}): Migration => ({
  keepsFormer: true,
  steps: ["alter table users add column initials text not null default ''"],
  ...changes,
})

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

describe('tables of an earlier version', () => {
  it.each([4, 7])('of version %i become those that a new schema has', async (version) => {
    const layoutOf = async ({ schema, execute }: Awaited<ReturnType<typeof createSchema>>) => {
      const texts = await execute(`
        select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(collation_name, '')
          as text
        from information_schema.columns where table_schema = '${schema}' and table_name <> 'versions'
        union all select replace(indexdef, '${schema}.', '') from pg_indexes where schemaname = '${schema}'
        union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = '${schema}'::regnamespace and contype in ('p', 'u')
        union all select sequencename::text from pg_sequences where schemaname = '${schema}'
        union all select proname::text from pg_proc where pronamespace = '${schema}'::regnamespace`)
      return texts.map(({ text }) => String(text)).toSorted()
    }
    const former = await createFormer(version)
    await former.migrate()
    const created = await createSchema()
    await created.open({ schemaChanges: 'create' })
    expect(await layoutOf(former)).toEqual(await layoutOf(created))
  })

  it('keep every row, and those that change while the migration waits', async () => {
    const { execute, insert, migrate: migrateFormer, open } = await createFormer(7)
    const numbers = Array.from({ length: 2500 }, (_, index) => index + 1)
    const user = (number: number) => ({ ...userRow(number, { extra: { b: 1, a: [' '] } }), foldedName: 'ada' })
    await insert('users', [user(1), user(2)])
    await insert(
      'posts',
      numbers.map((number) => postRow(number, { content: `Post ${number}`, mediaWidth: number })),
    )
    await insert(
      'reactions',
      numbers.map((number) => reactionRow(number, id(number), id(1), 'like')),
    )
    await insert('bookmarks', [bookmarkRow(1, id(1), id(2))])
    await insert('follows', [followRow(1, id(1), id(2))])
    await insert('files', [fileRow(1, id(1))])
    await insert('file_uses', [{ fileId: id(1), usedBy: id(2) }])

    // Stops after the first batch of posts, as a signal does.
    const stop = ({ table }: { table: string }) => {
      if (table === 'posts') throw new Error('Stopped')
    }
    await expect(migrateFormer({ onProgress: stop })).rejects.toThrow('Stopped')
    // One that has been copied and one that has not, each.
    await execute(`delete from posts where id in ('${id(10)}', '${id(2010)}')`)
    await execute(`update posts set like_count = 7 where id in ('${id(11)}', '${id(2011)}')`)
    await insert('posts', [postRow(0), postRow(3000)])
    await execute(`delete from reactions where post_id in ('${id(10)}', '${id(2010)}')`)
    await execute(`update reactions set kind = 'dislike' where post_id = '${id(11)}'`)

    const done: number[] = []
    await migrateFormer({ onProgress: (progress) => progress.table === 'posts' && done.push(progress.done) })
    // The second run goes on after the batch that was committed.
    expect(done).toEqual([2000, 2500])

    const store = await open()
    const rowsOf = async <Table extends TableName>(table: Table) =>
      (await store.admin.read((tx) => tx.rows(table, { limit: 10_000 }))).map(({ row }) => row)
    expect(await rowsOf('users')).toEqual([user(1), user(2)].map(({ foldedName: _name, ...row }) => row))
    const kept = numbers.filter((number) => number !== 10 && number !== 2010)
    expect(await rowsOf('posts')).toEqual([
      postRow(0),
      ...kept.map((number) =>
        postRow(number, {
          content: `Post ${number}`,
          mediaWidth: number,
          likeCount: [11, 2011].includes(number) ? 7 : 0,
        }),
      ),
      postRow(3000),
    ])
    expect(await rowsOf('reactions')).toEqual(
      kept.map((number) => reactionRow(number, id(number), id(1), number === 11 ? 'dislike' : 'like')),
    )
    expect(await rowsOf('bookmarks')).toEqual([bookmarkRow(1, id(1), id(2))])
    expect(await rowsOf('follows')).toEqual([followRow(1, id(1), id(2))])
    expect(await rowsOf('files')).toEqual([fileRow(1, id(1))])
    expect(await rowsOf('fileUses')).toEqual([{ fileId: id(1), usedBy: id(2) }])
  })

  it('of version 9 keep the first names of users, and those that change while the migration waits', async () => {
    const { execute, insert, migrate: migrateFormer, open } = await createFormer(7)
    await migrateFormer({ steps: migrations.slice(0, 5) })
    const numbers = Array.from({ length: 1500 }, (_, index) => index + 1)
    const names = ['ab', 'abab', '\u{1f980}crab', 'x', '', 'aáâ'.repeat(66)]
    const nameOf = (number: number) => (number % 300 === 0 ? `only${number}` : (names[number % 6] ?? ''))
    const user = (number: number, firstName: string) => ({ ...userRow(number, { firstName }), foldedName: firstName })
    await insert(
      'users',
      numbers.map((number) => user(number, nameOf(number))),
    )

    const stop = () => {
      throw new Error('Stopped')
    }
    await expect(migrateFormer({ onProgress: stop })).rejects.toThrow('Stopped')
    // Of those whose names are added and those whose are not, the only one with a name and one of many, each.
    const removed = [300, 301, 1200, 1201]
    await execute(`delete from users where id in (${removed.map((number) => `'${id(number)}'`).join()})`)
    await insert('users', [user(0, 'first'), user(2000, 'abab')])
    await migrateFormer()

    const store = await open()
    const users = (await store.admin.read((tx) => tx.rows('users', { limit: 10_000 }))).map(({ row }) => row)
    expect(users).toHaveLength(numbers.length - 2)
    const other = await createSchema()
    const otherStore = await other.open({ schemaChanges: 'create' })
    await otherStore.admin.transaction((tx) => tx.insertMany('users', users))
    for (const table of ['first_names', 'name_grams']) {
      const rows = `select ${table}::text as row from ${table} order by ${table}::text collate "C"`
      expect(await execute(rows)).toEqual(await other.execute(rows))
    }
  })

  it('of version 4 keep the bytes of files, in chunks', async () => {
    const { db, schema, open } = await createFormer(4)
    const chunk = 256 * 1024
    const bytesOf = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, index) => index % 251))
    const sizes = [0, 1, chunk, chunk + 1, 3 * chunk]
    const blobs = sql.table(`${schema}.blobs`)
    for (const size of sizes) await sql`insert into ${blobs} values (${String(size)}, ${bytesOf(size)})`.execute(db)
    const store = await open({ schemaChanges: 'migrate' })
    for (const size of sizes) {
      const content = await new Response(await store.blobs.get(String(size))).arrayBuffer()
      expect(Buffer.from(content).equals(bytesOf(size)), String(size)).toBe(true)
    }
  })

  it('get new ids of links if a snapshot has brought others, and refuse others of posts', async () => {
    const { execute, migrate: migrateFormer } = await createFormer(7)
    await execute(`insert into follows values ('first', '${id(1)}', '${id(2)}')`)
    await execute(`insert into removed_users values ('nobody')`)
    await expect(migrateFormer()).rejects.toThrow('An id in the table removed_users is not a UUID in lower case')
    expect(await execute('select max(number) as number from versions')).toEqual([{ number: 7 }])
    expect(await execute('select id from follows')).toEqual([{ id: 'first' }])
    await execute('delete from removed_users')
    await migrateFormer()
    expect(await execute('select id::text, follower_id from follows')).toEqual([
      { id: expect.stringMatching(uuid), follower_id: id(1) },
    ])
  })

  it('sort ids as before', async () => {
    const { execute } = await createSchema()
    const ids = Array.from({ length: 1000 }, () => crypto.randomUUID())
    const sorted = await execute(`select id::text from unnest('{${ids.join()}}'::uuid[]) as id order by id`)
    expect(sorted.map((row) => row['id'])).toEqual(ids.toSorted())
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

  it.each(['none', 'create'] as const)(
    'refuses tables of an earlier version and leaves them unchanged: %s',
    async (schemaChanges) => {
      const { open, execute } = await createFormer(4)
      await expect(open({ schemaChanges })).rejects.toThrow(
        new RegExp(`has version 4, this code ${latestVersion}\\. Migrate it: npm run serve -- migrate$`),
      )
      expect(await execute('select number from versions order by number')).toEqual([{ number: 3 }, { number: 4 }])
      await open({ schemaChanges: 'migrate' })
      await open()
    },
  )

  it('accepts tables of the next version if that keeps this one running', async () => {
    const { open, migrate: migrateTo } = await createSchema()
    const store = await open({ schemaChanges: 'create' })
    expect(await store.isCompatible()).toBe(true)
    await migrateTo({ steps: [...migrations, next()] })
    expect(await store.isCompatible()).toBe(true)
    await store.transaction((tx) => tx.users.insert(userRow(1)))
    expect(await (await open({ schemaChanges: 'migrate' })).read.users.byUsername('user1')).toEqual(userRow(1))
    await migrateTo({ steps: [...migrations, next(), next({ steps: ['drop table removed_users'] })] })
    expect(await store.isCompatible()).toBe(false)
    await expect(open()).rejects.toThrow(`only version ${latestVersion + 1} of this code or a later one can use`)
  })

  it('refuses tables of a later version that does not keep this one running', async () => {
    const { open, migrate: migrateTo } = await createSchema()
    const store = await open({ schemaChanges: 'create' })
    await migrateTo({ steps: [...migrations, next({ keepsFormer: false })] })
    expect(await store.isCompatible()).toBe(false)
    await expect(open({ schemaChanges: 'migrate' })).rejects.toThrow(
      `has version ${latestVersion + 1}, which only version`,
    )
  })
})

describe('a step of a migration', () => {
  it('is tried again if it does not get its locks', async () => {
    const { execute, migrate: migrateTo, open } = await createSchema()
    await open({ schemaChanges: 'create' })
    await execute('create sequence attempts')
    const step = `do $$ begin
      if nextval('attempts') <= 2 then raise 'locked' using errcode = 'lock_not_available'; end if;
    end $$; alter table users add column initials text`
    let pauses = 0
    const pause = async () => void (pauses += 1)
    await migrateTo({ steps: [...migrations, next({ steps: [step] })], pause })
    expect(pauses).toBe(2)
    expect(await execute('select initials from users')).toEqual([])
  })

  it('that fails is undone, and steps before it are not repeated', async () => {
    const { execute, migrate: migrateTo, open } = await createSchema()
    await open({ schemaChanges: 'create' })
    const first = 'create table first ()'
    const failing = next({ steps: [first, 'create table second (); select 1 / 0'] })
    await expect(migrateTo({ steps: [...migrations, failing] })).rejects.toThrow('division by zero')
    await open()
    await migrateTo({ steps: [...migrations, next({ steps: [first, 'create table second ()'] })] })
    expect(await execute('select number from versions order by number desc limit 1')).toEqual([
      { number: latestVersion + 1 },
    ])
  })
})
