/** Several server processes behind a proxy, over one Postgres. */

import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startServerCluster } from '../../tools/startServerCluster.mjs'
import { at, recordOf } from '../values.ts'
import { createPostgresDatabase } from './databases.ts'
import { followPosts, readStoredPosts } from './historyStreams.ts'
import { signUp, startServer, withCalls } from './serverProcess.ts'

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
