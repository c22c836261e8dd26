import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { UniqueViolationError, WriteConflictError } from '../../resolvers/store/port.ts'
import { openDatabase } from '../../resolvers/store/postgres/connection/database.ts'
import { BASELINE } from '../../resolvers/store/postgres/migrations/migrations.ts'
import { openPostgresStore, type PostgresOptions } from '../../resolvers/store/postgres/store.ts'
import { deferred } from '../deferred.ts'
import { freshSchema, hasOneConnection, patient, postgresSource } from './postgresStore.ts'
import { id, postRow, userRow } from './rows.ts'

/** Opens stores in a schema of its own, whose tables `execute` reads and changes beside them. */
async function createSchema() {
  const schema = freshSchema()
  const source = await postgresSource()
  const open = async (options: Partial<PostgresOptions> = {}) => {
    const store = await openPostgresStore({
      ...patient,
      source,
      schema,
      schemaChanges: 'migrate',
      pause: async () => {},
      ...options,
    })
    onTestFinished(() => store.close())
    return store
  }
  const execute = async (text: string) => {
    const { db } = await openDatabase(source, schema, { maxConnections: 1 })
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local search_path to ${sql.id(schema)}`.execute(tx)
        return (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows
      })
    } finally {
      await db.destroy()
    }
  }
  return { schema, open, execute }
}

/** Makes the first `count` attempts to change a post fail as if another transaction had changed it. */
const failingUpdates = (count: number, code: string) => `
  create sequence attempts;
  create function fail() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') <= ${count} then raise 'conflict' using errcode = '${code}'; end if;
      return new;
    end
  $$;
  alter function fail() set search_path from current;
  create trigger fail before update on posts for each row execute function fail();
`

describe('the tables of Postgres', () => {
  it('compare keys by code points', async () => {
    const { schema, open, execute } = await createSchema()
    await open()
    const keys = await execute(`
      select distinct key.table_name || '.' || key.column_name as name, columns.collation_name
      from information_schema.key_column_usage as key
      join information_schema.columns using (table_schema, table_name, column_name)
      where table_schema = '${schema}' and columns.data_type = 'text'
    `)
    expect(keys.length).toBeGreaterThan(5)
    expect(keys.filter(({ collationName }) => collationName !== 'C')).toEqual([])
  })
})

describe('opening a store in Postgres', () => {
  it('creates the tables once if several processes start at the same time', async () => {
    const { open, execute } = await createSchema()
    const stores = await Promise.all(Array.from({ length: 4 }, () => open()))
    await stores[0]?.transaction((tx) => tx.meta.put('key', 1))
    expect(await stores[3]?.read.meta.get('key')).toBe(1)
    expect((await execute('select number from versions'))[0]).toEqual({ number: BASELINE })
  })

  it('finds the data of a store that was closed', async () => {
    const { open } = await createSchema()
    const first = await open()
    await first.transaction((tx) => tx.users.insert(userRow(1)))
    await first.close()
    expect(await (await open()).read.users.byUsername('user1')).toEqual(userRow(1))
  })

  it('refuses tables that a later version has upgraded', async () => {
    const { open, execute } = await createSchema()
    await open()
    await execute('insert into versions values (1000, now(), 1000)')
    await expect(open()).rejects.toThrow('has version 1000')
  })
})

describe('a transaction in Postgres', () => {
  it.each(['40001', '40P01'])('runs again after a conflict (%s)', async (code) => {
    const { open, execute } = await createSchema()
    const pauses: number[] = []
    const store = await open({
      pause: async (attempt) => {
        pauses.push(attempt)
      },
    })
    await store.transaction((tx) => tx.posts.insert(postRow(1)))
    await execute(failingUpdates(2, code))
    const seen: unknown[] = []
    const patched = await store.transaction(async (tx) => {
      seen.push((await tx.posts.getMany([id(1)]))[0]?.likeCount)
      return tx.posts.patch(id(1), { add: { likeCount: 1 } })
    })
    expect(patched?.likeCount).toBe(1)
    expect(seen).toEqual([0, 0, 0])
    expect(pauses).toEqual([1, 2])
  })

  it('runs again after a conflict that its work hides behind an error of its own', async () => {
    const { open, execute } = await createSchema()
    const store = await open()
    await store.transaction((tx) => tx.posts.insert(postRow(1)))
    await execute(failingUpdates(1, '40001'))
    await store.transaction(async (tx) => {
      try {
        await tx.posts.patch(id(1), { add: { likeCount: 1 } })
      } catch {
        throw new Error('of the work')
      }
    })
    expect((await store.read.posts.getMany([id(1)]))[0]?.likeCount).toBe(1)
  })

  it('rejects with WriteConflictError if every attempt is in conflict', async () => {
    const { open, execute } = await createSchema()
    const store = await open()
    await store.transaction((tx) => tx.posts.insert(postRow(1)))
    await execute(failingUpdates(1000, '40001'))
    const patching = store.transaction((tx) => tx.posts.patch(id(1), { set: { content: 'new' } }))
    await expect(patching).rejects.toThrow(WriteConflictError)
  })

  it('does not run again after another error', async () => {
    const { open } = await createSchema()
    const store = await open()
    let runs = 0
    await store.transaction((tx) => tx.users.insert(userRow(1)))
    const inserting = store.transaction((tx) => {
      runs += 1
      return tx.users.insert(userRow(1))
    })
    await expect(inserting).rejects.toThrow(UniqueViolationError)
    expect(runs).toBe(1)
  })

  it.runIf(hasOneConnection)('refuses other calls that its work awaits, instead of waiting for itself', async () => {
    const { open } = await createSchema()
    const store = await open()
    const calls: (() => Promise<unknown>)[] = [
      () => store.read.meta.get('key'),
      () => store.transaction(async () => {}),
      () => store.blobs.get('id'),
      () => store.admin.read((tx) => tx.count()),
    ]
    for (const call of calls) {
      await expect(store.transaction(call)).rejects.toThrow('A transaction may await only its own calls')
      await expect(store.admin.read(call)).rejects.toThrow('A transaction may await only its own calls')
    }
  })

  it.runIf(hasOneConnection)('answers other calls of its work that are not awaited after it has ended', async () => {
    const { open } = await createSchema()
    const store = await open()
    const answers: Promise<unknown>[] = []
    await store.transaction(async (tx) => {
      answers.push(store.read.meta.get('key'))
      for (let value = 1; value < 20; value += 1) await tx.meta.put('key', value)
      answers.push(store.transaction((other) => other.meta.get('key')))
    })
    expect(await Promise.all(answers)).toEqual([19, 19])
  })

  it('takes turns with those that are exclusive, too, so that it sees what they have changed', async () => {
    const { open } = await createSchema()
    const store = await open()
    const numbers = Array.from({ length: 10 }, (_, index) => index)
    const ids = numbers.map(id)
    await store.admin.transaction((tx) =>
      tx.insertMany(
        'posts',
        numbers.map((number) => postRow(number)),
      ),
    )
    const patchIfFirst = (own: string) =>
      store.transaction(
        async (tx) => {
          const posts = await tx.posts.getMany(ids)
          if (posts.every((post) => post?.content === '')) await tx.posts.patch(own, { set: { content: 'first' } })
        },
        { isExclusive: true },
      )
    // Opens the connections to a server, so that the transactions start together.
    await Promise.all(ids.map(() => store.read.posts.getMany(ids)))
    await Promise.all(ids.map(patchIfFirst))
    const posts = await store.read.posts.getMany(ids)
    expect(posts.filter((post) => post?.content === 'first')).toHaveLength(1)
  })

  it('counts all of many concurrent changes of one row', async () => {
    const { open } = await createSchema()
    const stores = [await open(), await open()]
    await stores[0]?.transaction((tx) => tx.posts.insert(postRow(1)))
    const like = (store: (typeof stores)[0]) =>
      store.transaction(async (tx) => {
        await tx.posts.getMany([id(1)])
        await tx.posts.patch(id(1), { add: { likeCount: 1 } })
      })
    await Promise.all(Array.from({ length: 50 }, () => stores.map(like)).flat())
    expect((await stores[0]?.read.posts.getMany([id(1)]))?.[0]?.likeCount).toBe(100)
  })
})

describe('a file in Postgres', () => {
  const size = 5 * 256 * 1024
  const openWithFile = async () => {
    const store = await (await createSchema()).open()
    await store.blobs.put(id(1), [new Uint8Array(size)])
    const content = await store.blobs.get(id(1), { start: 0, end: size })
    if (!(content instanceof ReadableStream)) throw new Error('The file is no stream')
    return { store, reader: content.getReader() }
  }

  it('is read as fast as its reader reads, and no connection waits for that', async () => {
    const { store, reader } = await openWithFile()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    expect((await reader.read()).value).toHaveLength(256 * 1024)
    expect(query).not.toHaveBeenCalled()
    await reader.read()
    expect(query).toHaveBeenCalledTimes(1)
    expect(await store.read.meta.get('key')).toBeUndefined()
    await reader.cancel()
    expect(query).toHaveBeenCalledTimes(2)
  })

  it('is not cut off silently if it is removed while it is read', async () => {
    const { store, reader } = await openWithFile()
    await reader.read()
    await store.blobs.remove(id(1))
    await expect(reader.read()).rejects.toThrow('was removed while it was read')
  })
})

it('refuses a call that waits too long for the connection of a PGlite, and runs later ones', async () => {
  const source = await PGlite.create()
  const store = await openPostgresStore({ source, schemaChanges: 'create', maxWaitMs: 10_000 })
  onTestFinished(async () => {
    await store.close()
    await source.close()
  })
  const [started, ended] = [deferred(), deferred()]
  const held = store.transaction(async (tx) => {
    await tx.meta.put('key', 1)
    started.resolve()
    await ended.promise
  })
  await started.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refused = expect(store.read.meta.get('key')).rejects.toMatchObject({ name: 'UnavailableError' })
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await refused
  ended.resolve()
  await held
  expect(await store.read.meta.get('key')).toBe(1)
})

describe('closing a store in Postgres', () => {
  it('waits for the calls before, and refuses those after it', async () => {
    const { open } = await createSchema()
    const store = await open()
    const calls = [store.transaction((tx) => tx.meta.put('key', 1)), store.read.meta.get('key')]
    const closing = [store.close(), store.close()]
    await expect(store.read.meta.get('key')).rejects.toThrow('The store is closed')
    await Promise.all([...calls, ...closing])
    expect(await (await open()).read.meta.get('key')).toBe(1)
  })
})

it('is not opened where no server answers', async () => {
  await expect(openPostgresStore({ source: 'postgres://127.0.0.1:1/weft' })).rejects.toThrow('ECONNREFUSED')
})
