/** Several server processes behind a proxy, over one Postgres. */

import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startServerCluster } from '../../tools/serverCluster.mjs'
import { listAt } from '../values.ts'
import { createPostgresDatabase } from './databases.ts'
import { signUp, startServer, withCalls } from './serverProcess.ts'

const PROCESSES = 3
const CLIENTS = 8

async function startCluster(env: Record<string, string> = {}) {
  const databaseUrl = await createPostgresDatabase()
  const cluster = await startServerCluster({ count: PROCESSES, databaseUrl, env: { LOG_LEVEL: 'silent', ...env } })
  onTestFinished(() => cluster.stop())
  return withCalls(cluster)
}

describe.runIf(inject('postgresUrl'))('several processes', () => {
  it('answer every request while they are restarted one after the other', async () => {
    const cluster = await startCluster({ RATE_LIMITS: 'off' })
    const token = await signUp(cluster, 'ada')
    const restarted = new AbortController()
    const unexpected: unknown[] = []
    let written = 0
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
    const { json } = await cluster.send('GET', '/api/users/bookmark', { token })
    expect(listAt(json, 'bookmarks')).toEqual([])
    expect(listAt((await cluster.send('GET', '/api/posts')).json, 'posts').length).toBe(Math.min(written, 1000))
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
