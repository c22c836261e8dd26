/** What only a server with several connections can show of the store: who waits for whom, and what breaks. */

import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { UnavailableError } from '../../resolvers/store/errors.ts'
import type { Tables } from '../../resolvers/store/port.ts'
import { openDatabase } from '../../resolvers/store/postgres/connection/database.ts'
import { migrate } from '../../resolvers/store/postgres/migrations/migrate.ts'
import { migrations } from '../../resolvers/store/postgres/migrations/migrations.ts'
import { openPostgresStore, type PostgresOptions } from '../../resolvers/store/postgres/store.ts'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { deferred, type Deferred } from '../deferred.ts'
import {
  bookmarkRow,
  deletePost,
  fileRow,
  id,
  idempotencyKeyRow,
  postRow,
  reactionRow,
  userRow,
} from '../store/rows.ts'

const MAX_WAIT_MS = 60_000

describe.runIf(findPostgres())('a store on a Postgres server', () => {
  let cluster: Awaited<ReturnType<typeof createCluster>>
  let schemas = 0

  beforeAll(async () => {
    cluster = await createCluster()
    return () => cluster.remove()
  })

  /** Opens a store with three users and three posts of the first. */
  async function open(options: Partial<PostgresOptions> = {}) {
    schemas += 1
    const store = await openPostgresStore({
      source: cluster.url,
      schema: `test${schemas}`,
      schemaChanges: 'create',
      maxWaitMs: MAX_WAIT_MS,
      ...options,
    })
    onTestFinished(() => store.close())
    await store.admin.transaction(async (tx) => {
      await tx.insertMany('users', [userRow(1), userRow(2), userRow(3)])
      await tx.insertMany('posts', [postRow(1, { content: '#warp' }), postRow(2), postRow(3)])
    })
    return store
  }
  type Store = Awaited<ReturnType<typeof open>>

  /** Starts a transaction that has done `work` and waits. `end` commits it. */
  async function hold(store: Store, work: (tx: Tables) => Promise<unknown>) {
    const held = deferred()
    onTestFinished(() => held.resolve())
    const isDone = deferred()
    const transaction = store.transaction(async (tx) => {
      await work(tx)
      isDone.resolve()
      await held.promise
    })
    transaction.catch(isDone.reject)
    await isDone.promise
    return {
      end: async () => {
        held.resolve()
        await transaction
      },
    }
  }

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(cluster.url)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  /** Resolves once a call waits for a lock. */
  const untilOneWaits = () =>
    expect.poll(() => query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).toHaveLength(1)

  const like = (store: Store, post: number) =>
    store.transaction((tx) => tx.posts.patch(id(post), { add: { likeCount: 1 } }))

  it('lets a change of a post block only other changes of that post', async () => {
    const store = await open()
    const held = await hold(store, (tx) => tx.posts.patch(id(1), { add: { likeCount: 1 } }))
    const waiting = like(store, 1)
    await untilOneWaits()
    await like(store, 2)
    const bookmark = store.transaction(async (tx) => {
      await tx.users.lock(id(2), 'reference')
      await tx.posts.lock(id(1), 'reference')
      return tx.bookmarks.insertIfNew(bookmarkRow(1, id(2), id(1)))
    })
    expect(await bookmark).toBe(true)
    expect((await store.read.posts.getMany([id(1)]))[0]?.likeCount).toBe(0)
    await held.end()
    expect((await waiting)?.likeCount).toBe(2)
    // The tags have the count, too, although the statement that set it began before the other was committed.
    const [tagged] = await store.read.posts.pageByTag('warp', 'TRENDING', { limit: 1 })
    expect(tagged?.row.likeCount).toBe(2)
    expect(await query(`select like_count from test${schemas}.post_tags`)).toEqual([{ like_count: 2 }])
  })

  it('leaves connections for other changes while many wait to change a popular post', async () => {
    const holder = await open()
    const held = await hold(holder, (tx) => tx.posts.patch(id(1), { add: { likeCount: 1 } }))
    const store = await openPostgresStore({
      source: cluster.url,
      schema: `test${schemas}`,
      maxConnections: 3,
      maxWaitMs: MAX_WAIT_MS,
    })
    onTestFinished(() => store.close())
    const likes = Array.from({ length: 10 }, () =>
      store.transaction((tx) => tx.posts.patch(id(1), { add: { likeCount: 1 } }), {
        popularRow: id(1),
      }),
    )
    expect((await like(store, 2))?.likeCount).toBe(1)
    await held.end()
    const counts = (await Promise.all(likes)).map((post) => post?.likeCount)
    expect(counts.toSorted((one = 0, other = 0) => one - other)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('is created once if several processes open it at the same time', async () => {
    const source = cluster.url
    const opening = Array.from({ length: 6 }, () =>
      openPostgresStore({
        source,
        schema: 'opened_at_once',
        schemaChanges: 'create',
        maxConnections: 1,
        maxWaitMs: MAX_WAIT_MS,
      }),
    )
    for (const store of await Promise.all(opening)) {
      onTestFinished(() => store.close())
      expect(await store.isCompatible()).toBe(true)
    }
  })

  it('creates its tables in a schema that its role has and could not create', async () => {
    const admin = new pg.Client(cluster.url)
    await admin.connect()
    onTestFinished(() => admin.end())
    await admin.query('create role guest login; create schema given authorization guest')
    const url = new URL(cluster.url)
    url.username = 'guest'
    const store = await open({ source: url.href, schema: 'given' })
    expect(await store.read.posts.page('LATEST', { limit: 9 })).toHaveLength(3)
  })

  it('is migrated without holding up requests, although another transaction is open', async () => {
    const store = await open()
    const schema = `test${schemas}`
    const other = new pg.Client(cluster.url)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query(`begin; select from ${schema}.posts`)

    const { db } = await openDatabase(cluster.url, schema, { maxConnections: 1 })
    onTestFinished(() => db.destroy())
    let pauses = 0
    const pause = async () => {
      pauses += 1
      // A change that would wait for the lock of the migration, if it held or awaited one.
      await store.transaction((tx) => tx.posts.patch(id(1), { set: { editedAt: 1 } }))
      if (pauses === 2) await other.query('commit')
    }
    const migration = { worksWithPreviousServer: true, steps: ['alter table posts add column language text'] }
    await migrate(db.withoutPlugins(), schema, { steps: [...migrations, migration], pause })
    expect(pauses).toBe(2)
    expect(await store.query(`select language from ${schema}.posts where edited_at = 1`, [])).toEqual([
      { language: null },
    ])
  })

  it('uses a connection again after a transaction could not begin', async () => {
    const store = await open({ maxConnections: 1 })
    const [hasBegun, held] = [deferred(), deferred()]
    const blocking = (await open()).admin.transaction(async () => {
      hasBegun.resolve()
      await held.promise
    })
    await hasBegun.promise
    const putKey = () => store.transaction((tx) => tx.meta.put('key', 1), { isExclusive: true })
    await expect(putKey()).rejects.toThrow(UnavailableError)
    expect(await store.read.meta.get('key')).toBeUndefined()
    held.resolve()
    await blocking
    await putKey()
    expect(await store.read.meta.get('key')).toBe(1)
  })

  it('removes no row that another transaction refers to', async () => {
    const store = await open()
    const held = await hold(store, (tx) => tx.users.lock(id(2), 'reference'))
    const removal = store.transaction((tx) => tx.users.remove(id(2), 9))
    await untilOneWaits()
    expect(await store.read.users.getMany([id(2)])).toEqual([userRow(2)])
    await held.end()
    expect(await removal).toMatchObject({ id: id(2) })
  })

  it('removes all rows of a user of whom another transaction removes some', async () => {
    const store = await open()
    const numbers = Array.from({ length: 250 }, (_, index) => index + 10)
    await store.admin.transaction(async (tx) => {
      await tx.insertMany(
        'posts',
        numbers.map((number) => postRow(number, { likeCount: 1 })),
      )
      await tx.insertMany(
        'reactions',
        numbers.map((number) => reactionRow(number, id(number), id(2), 'like')),
      )
    })
    await store.transaction((tx) => deletePost(tx, id(10)))
    const held = await hold(store, (tx) => tx.posts.purge(id(10)))
    const removal = store.transaction((tx) => tx.users.remove(id(2), 9))
    await untilOneWaits()
    await held.end()
    await removal
    while (await store.transaction((tx) => tx.users.continueRemoval(9)));
    expect(await store.read.users.hasUnfinishedRemoval()).toBe(false)
    const [count] = await query(`select count(*)::integer as reactions from test${schemas}.reactions`)
    expect(count).toEqual({ reactions: 0 })
  })

  it('finds users who sign up while the only other one with their first name is removed', async () => {
    const store = await open()
    const addMarina = (number: number) => (tx: Tables) => tx.users.insert(userRow(number, { firstName: 'Marina' }))
    const found = async () => {
      const page = await store.read.search.usersByFirstName('rina', { limit: 9 })
      return page.map(({ row }) => row.id)
    }
    await store.transaction(addMarina(4))

    const removal = await hold(store, (tx) => tx.users.remove(id(4), 9))
    const waitingSignUp = store.transaction(addMarina(5))
    await untilOneWaits()
    await removal.end()
    await waitingSignUp
    expect(await found()).toEqual([id(5)])

    const signUp = await hold(store, addMarina(6))
    const waitingRemoval = store.transaction((tx) => tx.users.remove(id(5), 9))
    await untilOneWaits()
    await signUp.end()
    await waitingRemoval
    expect(await found()).toEqual([id(6)])

    await store.transaction((tx) => tx.users.remove(id(6), 9))
    expect(await query(`select name from test${schemas}.first_names`)).toEqual([{ name: 'ada' }])
    expect(await query(`select distinct name from test${schemas}.name_parts`)).toEqual([{ name: 'ada' }])
  })

  it('lets a concurrent request with the same idempotency key wait for the first', async () => {
    const store = await open()
    const held = await hold(store, (tx) => tx.idempotencyKeys.insertIfNew(idempotencyKeyRow(1, 1)))
    const second = store.transaction((tx) => tx.idempotencyKeys.insertIfNew(idempotencyKeyRow(1, 1)))
    await untilOneWaits()
    await held.end()
    expect(await second).toBe(false)
  })

  it('lets housekeeping skip rows that another process has locked', async () => {
    const store = await open()
    await store.transaction(async (tx) => {
      for (const number of [1, 2, 3]) {
        await deletePost(tx, id(number), number)
        await tx.idempotencyKeys.insert(idempotencyKeyRow(1, number))
        await tx.files.insert(fileRow(number, id(1)))
      }
    })
    const ids = [1, 2, 3].map(id)
    const keys = [1, 2, 3].map((number): [string, string] => [id(1), `key ${number}`])
    const held = await hold(store, async (tx) => {
      await tx.files.lock(id(1), 'reference')
      await tx.files.tryLock([id(2)])
      await tx.posts.tryLock([id(1), id(2)])
      await tx.idempotencyKeys.tryLock(keys.slice(0, 2))
    })
    const other = store.transaction(async (tx) => [
      (await tx.posts.tryLock(ids)).map((row) => row.id),
      (await tx.idempotencyKeys.tryLock(keys)).map((row) => row.key),
      (await tx.files.tryLock(ids)).map((row) => row.id),
    ])
    expect(await other).toEqual([[id(3)], ['key 3'], [id(3)]])
    await held.end()
  })

  it('runs again after a deadlock', async () => {
    const store = await open()
    const both = ([first, second]: [number, number], own: Deferred<void>, other: Deferred<void>) =>
      store.transaction(async (tx) => {
        await tx.posts.patch(id(first), { add: { likeCount: 1 } })
        own.resolve()
        await other.promise
        await tx.posts.patch(id(second), { add: { likeCount: 1 } })
      })
    const [one, other] = [deferred(), deferred()]
    await Promise.all([both([2, 3], one, other), both([3, 2], other, one)])
    const posts = await store.read.posts.getMany([id(2), id(3)])
    expect(posts.map((post) => post?.likeCount)).toEqual([2, 2])
  })

  it('rejects a call that gets no connection in time, and serves later ones', async () => {
    const store = await open({ maxConnections: 1 })
    const held = await hold(store, (tx) => tx.posts.lock(id(1), 'change'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const rejected = expect(like(store, 2)).rejects.toMatchObject({ name: 'UnavailableError' })
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS)
    vi.useRealTimers()
    await rejected
    await held.end()
    expect((await store.read.posts.getMany([id(2)]))[0]?.likeCount).toBe(0)
  })

  it('rejects a call whose statement takes too long, and undoes its transaction', async () => {
    const store = await open()
    const held = await hold(store, (tx) => tx.posts.lock(id(1), 'change'))
    const late = store.transaction(async (tx) => {
      await tx.posts.patch(id(2), { add: { likeCount: 1 } })
      await tx.posts.patch(id(1), { add: { likeCount: 1 } })
    })
    const rejected = expect(late).rejects.toMatchObject({ name: 'UnavailableError' })
    await untilOneWaits()
    // As the limit of statements does.
    await query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`)
    await rejected
    await held.end()
    expect((await store.read.posts.getMany([id(2)]))[0]?.likeCount).toBe(0)
  })

  it('limits statements to ten seconds, waits for a row to five, and pauses in a transaction to ten', async () => {
    const store = await open()
    const schema = `test${schemas}`
    // Writes what holds in the connection of the store.
    await query(`
      create function ${schema}.limits() returns trigger language plpgsql as $$ begin
        new.content = concat_ws(', ', current_setting('statement_timeout'), current_setting('lock_timeout'),
          current_setting('idle_in_transaction_session_timeout'));
        return new;
      end $$;
      create trigger limits before update on ${schema}.posts for each row execute function ${schema}.limits()`)
    expect((await like(store, 1))?.content).toBe('10s, 5s, 10s')
  })

  it('rejects calls while the server accepts no changes, and uses no connection from that time', async () => {
    const store = await open({ maxConnections: 1 })
    const setReadOnly = async (isReadOnly: boolean) => {
      await query(`alter system set default_transaction_read_only = ${isReadOnly}`)
      await query('select pg_reload_conf()')
      const setting = () => query('show default_transaction_read_only')
      await expect.poll(setting).toEqual([{ default_transaction_read_only: isReadOnly ? 'on' : 'off' }])
    }
    await setReadOnly(true)
    // The first of them has the connection of before, the second none.
    await expect(like(store, 1)).rejects.toThrow(UnavailableError)
    await expect(store.read.meta.get('key')).rejects.toThrow(UnavailableError)
    await setReadOnly(false)
    expect((await like(store, 1))?.likeCount).toBe(1)
  })

  it('rejects calls whose connection breaks, and connects again', async () => {
    const store = await open()
    const held = await hold(store, (tx) => tx.posts.patch(id(1), { add: { likeCount: 1 } }))
    const waiting = like(store, 1)
    const rejected = expect(waiting).rejects.toMatchObject({ name: 'UnavailableError' })
    await untilOneWaits()
    await cluster.kill()
    await rejected
    await expect(held.end()).rejects.toMatchObject({ name: 'CommitUnknownError' })
    await expect(store.read.posts.getMany([id(1)])).rejects.toMatchObject({ name: 'UnavailableError' })
    await cluster.start()
    expect((await store.read.posts.getMany([id(1)]))[0]?.likeCount).toBe(0)
  })
})
