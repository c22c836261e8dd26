/** Several server processes behind a proxy, over one Postgres. */

import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startServerCluster } from '../../tools/startServerCluster.mjs'
import { at, recordOf, textAt } from '../values.ts'
import { createPostgresDatabase } from './databases.ts'
import { followPosts, readStoredPosts } from './historyStreams.ts'
import { signUp, startServer, withCalls, type ServerCalls } from './serverProcess.ts'

const PROCESSES = 3
const CLIENTS = 8
const viewer = { query: '{ viewer { postCount } }' }

async function startCluster(env: Record<string, string> = {}) {
  const databaseUrl = await createPostgresDatabase()
  const cluster = await startServerCluster({ count: PROCESSES, databaseUrl, env: { LOG_LEVEL: 'silent', ...env } })
  onTestFinished(() => cluster.stop())
  return withCalls({ ...cluster, databaseUrl })
}

describe.runIf(inject('postgresUrl'))('several processes', () => {
  it('answer every request and continue every stream while they are restarted one after the other', async () => {
    const cluster = await startCluster({ RATE_LIMITS: 'off' })
    const token = await signUp(cluster, 'ada')
    const restarted = new AbortController()
    const unexpected: unknown[] = []
    let written = 0
    const ended = new AbortController()
    onTestFinished(() => ended.abort())
    const streams = Array.from({ length: PROCESSES }, () =>
      followPosts({ url: cluster.url, readPosts: () => readStoredPosts(cluster.databaseUrl), signal: ended.signal }),
    )
    await Promise.all(streams.map(({ opened }) => opened))
    const client = async () => {
      while (!restarted.signal.aborted) {
        written += 1
        const body = { postData: { content: `Post ${written}` } }
        const requests = [
          () => cluster.send('POST', '/api/posts', { token, body }),
          () => cluster.send('POST', '/graphql', { body: { query: '{ posts(first: 2) { edges { node { id } } } }' } }),
        ]
        for (const send of requests) {
          const answer = await send().catch((error: unknown) => ({ status: error }))
          if (answer.status !== 200 && answer.status !== 201) unexpected.push(answer)
        }
      }
    }
    const clients = Array.from({ length: CLIENTS }, client)
    const codes: unknown[] = []
    for (let index = 0; index < PROCESSES; index += 1) {
      codes.push(await cluster.end(index, 'SIGTERM'))
      await cluster.start(index)
    }
    restarted.abort()
    await Promise.all(clients)
    expect(unexpected).toEqual([])
    expect(codes).toEqual([0, 0, 0])
    const { postCount } = recordOf(
      at((await cluster.send('POST', '/graphql', { token, body: viewer })).json, 'data.viewer'),
    )
    expect(postCount).toBe(written)
    for (const stream of streams) {
      await expect.poll(() => stream.known.size).toBe(written)
      expect(stream.connections).toBeGreaterThan(1)
    }
  })

  it('create one post when they get the same request with its idempotency key, one after the other or at once', async () => {
    const { processes, databaseUrl } = await startCluster()
    const [one, other] = processes.map(withCalls)
    if (!one || !other) throw new Error('There are fewer than two processes.')
    const token = await signUp(one, 'ada')
    const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }'
    const create = async (server: ServerCalls, content: string) => {
      const body = { query, variables: { input: { content, idempotencyKey: `the key of ${content}` } } }
      return textAt((await server.send('POST', '/graphql', { token, body })).json, 'data.createPost.postEdge.node.id')
    }
    const warp = await create(one, 'Warp')
    expect(await create(other, 'Warp')).toBe(warp)

    const database = new pg.Client(databaseUrl)
    await database.connect()
    onTestFinished(() => database.end())
    // Neither request can store its key before the other has begun.
    await database.query('begin; lock table weft.idempotency_keys in share mode')
    const ids = Promise.all([create(one, 'Weft'), create(other, 'Weft')])
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(2)
    await database.query('commit')
    const [weft, again] = await ids
    expect(again).toBe(weft)
    const { rows } = await database.query('select id, content from weft.posts order by content')
    expect(rows).toEqual([
      { id: warp, content: 'Warp' },
      { id: weft, content: 'Weft' },
    ])
  })
})

it('a server that stops fails /readyz first, and takes requests until its proxy has seen it', async () => {
  const server = await startServer()
  const ready = async () => (await server.fetch('/readyz')).status
  expect(await ready()).toBe(200)
  const code = server.stop('SIGTERM')
  await expect.poll(ready).toBe(503)
  const { status, headers } = await server.send('GET', '/api/posts')
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  expect(await code).toBe(0)
})
