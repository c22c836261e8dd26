/** Lists that are read from a standby, which may be behind. */

import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { id, postRow } from '../store/rows.ts'
import { at, listAt } from '../values.ts'
import { signUp, startServer } from './serverProcess.ts'

const MAX_LAG_MS = 200

describe.runIf(findPostgres())('a store with a replica', () => {
  let primary: Awaited<ReturnType<typeof createCluster>>
  let standby: Awaited<ReturnType<typeof primary.createStandby>>

  beforeAll(async () => {
    primary = await createCluster()
    standby = await primary.createStandby()
    return async () => {
      await standby.remove()
      await primary.remove()
    }
  })

  async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  /** Resolves once the standby has what was committed before. */
  async function untilApplied(): Promise<void> {
    const [row] = await query(primary.url, 'select pg_current_wal_lsn() as place')
    const isApplied = `select pg_last_wal_replay_lsn() >= '${String(row?.['place'])}' as is_applied`
    await expect.poll(() => query(standby.url, isApplied)).toEqual([{ is_applied: true }])
  }

  async function pauseReplay(): Promise<void> {
    await query(standby.url, 'select pg_wal_replay_pause()')
    onTestFinished(async () => {
      await query(standby.url, 'select pg_wal_replay_resume()')
    })
    await expect
      .poll(() => query(standby.url, 'select pg_get_wal_replay_pause_state() as state'))
      .toEqual([{ state: 'paused' }])
  }

  let schemas = 0
  async function open(maxLagMs: number) {
    schemas += 1
    const schema = `replica${schemas}`
    const store = await openPostgresStore({
      source: primary.url,
      schemaChanges: 'create',
      schema,
      replica: { url: standby.url, maxLagMs },
    })
    onTestFinished(() => store.close())
    await store.admin.transaction((tx) => tx.insertMany('posts', [postRow(1)]))
    await untilApplied()
    const list = async () => (await (store.staleReads ?? store.read).posts.page('LATEST', { limit: 5 })).length
    const addPost = (number: number) => store.admin.transaction((tx) => tx.insertMany('posts', [postRow(number)]))
    return { store, list, addPost }
  }

  it('reads the replica while it is close enough', async () => {
    const { list, addPost, store } = await open(60_000)
    await pauseReplay()
    await addPost(2)
    // Only the standby lacks the second post.
    await expect.poll(list).toBe(1)
    expect((await store.read.posts.page('LATEST', { limit: 5 })).length).toBe(2)
    expect((await store.read.posts.getMany([id(2)]))[0]?.id).toBe(id(2))
  })

  it('reads the primary once the replica is further behind than is allowed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { list, addPost } = await open(MAX_LAG_MS)
    await pauseReplay()
    await addPost(2)
    await expect.poll(list).toBe(1)
    vi.advanceTimersByTime(MAX_LAG_MS + 1)
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => queries.mockRestore())
    const checks = () => queries.mock.calls.filter((call) => JSON.stringify(call).includes('pg_last_wal_replay_lsn'))
    // The standby is not taken for close again without the change.
    do expect(await list()).toBe(2)
    while (checks().length < 5)
  })

  it('reads the primary if the replica does not answer or is gone, without an error', async () => {
    const { list, addPost } = await open(60_000)
    await pauseReplay()
    await addPost(2)
    await expect.poll(list).toBe(1)
    await standby.kill()
    onTestFinished(() => standby.start())
    expect(await list()).toBe(2)
  })

  /** Starts a server over the primary and the replica, which it may read however far behind that is. */
  function startOverBoth() {
    const env = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      DATABASE_REPLICA_LAG_MS: '60000',
      RATE_LIMITS: 'off',
    }
    return startServer({ env, folder: '' })
  }

  it('shows a viewer their own changes on their own pages, although the replica lacks them', async () => {
    const server = await startOverBoth()
    const token = await signUp(server, 'ada')
    await untilApplied()
    const ask = async (operation: string, reader?: string) =>
      (await server.send('POST', '/graphql', { body: { query: operation }, ...(reader && { token: reader }) })).json
    const explore = async () => listAt(await ask('{ posts(first: 5) { edges { node { id } } } }'), 'data.posts.edges')
    await pauseReplay()
    await server.send('POST', '/api/posts', { token, body: { postData: { content: 'New' } } })
    const own = '{ userByUsername(username: "ada") { posts(first: 5) { edges { node { id content } } } } }'
    const feed = '{ feed(first: 5) { edges { node { content } } } }'
    expect(at(await ask(own, token), 'data.userByUsername.posts.edges.0.node.content')).toBe('New')
    expect(at(await ask(feed, token), 'data.feed.edges.0.node.content')).toBe('New')
    const postId = String(at(await ask(own, token), 'data.userByUsername.posts.edges.0.node.id'))
    expect(at(await ask(`{ post(id: "${postId}") { content } }`), 'data.post.content')).toBe('New')
    // Others may see it later.
    await expect.poll(explore).toEqual([])
    expect(listAt(await ask(own), 'data.userByUsername.posts.edges')).toEqual([])
  })

  it('sends an earlier event id with a list that may lack the change of the last event', async () => {
    const server = await startOverBoth()
    const token = await signUp(server, 'mira')
    await pauseReplay()
    await server.send('POST', '/api/posts', { token, body: { postData: { content: 'New' } } })
    const positionOf = async (operation: string) => {
      const { headers } = await server.send('POST', '/graphql', { token, body: { query: operation } })
      return Number(/\d+$/.exec(headers.get('last-event-id') ?? '')?.[0])
    }
    const own = '{ viewer { id } }'
    await expect.poll(() => positionOf(own)).toBeGreaterThan(0)
    expect(await positionOf('{ posts(first: 5) { edges { node { id } } } }')).toBeLessThan(await positionOf(own))
  })
})
