/** Events of several processes over one Postgres, as their clients receive them. */

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { readResults } from '../../src/backend/graphqlOverHttp.ts'
import { startServerCluster } from '../../tools/startServerCluster.mjs'
import { at, listAt, textAt } from '../values.ts'
import { createPostgresDatabase, endConnections } from './databases.ts'
import { launchServer, signUp, withCalls, type ServerCalls, type ServerProcess } from './serverProcess.ts'

const postsAndLikes = `subscription { changes {
  ... on PostCreation { postEdge { node { content } } }
  ... on PostChange { post { likeCount } }
} }`

const profiles = 'subscription { changes { ... on UserChange { user { bio } } } }'

/** Opens a stream, by default of new posts and likes. Its first event, if any, is the one after `lastEventId`. */
async function openStream(server: ServerCalls, lastEventId?: string, query = postsAndLikes) {
  const aborted = new AbortController()
  const end = () => aborted.abort()
  onTestFinished(end)
  const response = await server.fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    body: JSON.stringify({ query }),
    signal: aborted.signal,
  })
  let id = lastEventId ?? ''
  const results = readResults(response, (next) => (id = next))
  return {
    end,
    /** The id of the last event. */
    id: () => id,
    /** Returns the text of the next new post, the next count of likes, or the code of an error. */
    async next(): Promise<unknown> {
      const { value: result } = await results.next()
      return (
        at(result, 'errors.0.extensions.code') ??
        at(result, 'data.changes.postEdge.node.content') ??
        at(result, 'data.changes.post.likeCount')
      )
    },
  }
}

/** Locks a post until the returned function is called. */
async function lockPost(databaseUrl: string, postId: string): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from weft.posts where id = $1 for update', [postId])
  return () => client.end()
}

/** Keeps all processes from numbering events, until the returned function is called. */
async function lockNumbers(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from weft.last_event_number for update')
  return () => client.end()
}

async function isWaitingForLock(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  await client.end()
  return rowCount !== 0
}

/** Reads a stream until it has had all these posts, in any order. Other results may come between them. */
async function readAll(stream: Awaited<ReturnType<typeof openStream>>, contents: readonly string[]): Promise<void> {
  const missing = new Set<unknown>(contents)
  while (missing.size > 0) {
    const next = await stream.next()
    expect(next).not.toBe('EVENTS_MISSED')
    missing.delete(next)
  }
}

describe.runIf(inject('postgresUrl'))('events of two processes', () => {
  /** For all tests; the last one kills a process. */
  let started: Awaited<ReturnType<typeof start>>
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()))
  })

  async function start() {
    const databaseUrl = await createPostgresDatabase()
    const cut = () => endConnections(databaseUrl, 'weft_events')
    const setup = { env: { DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' } }
    const launch = async () => {
      const server = await launchServer(setup)
      stops.push(server.kill)
      return server
    }
    const [one, other] = [await launch(), await launch()]
    const token = await signUp(one, 'ada')
    const post = async (server: ServerProcess, content: string) => {
      const answer = await server.send('POST', '/api/posts', { token, body: { postData: { content } } })
      expect(answer.status).toBe(201)
      return answer.json
    }
    return { one, other, post, token, cut, setup }
  }

  it('a like at one reaches a stream at the other', async () => {
    const { one, other, post, token } = started
    const postId = textAt(await post(one, 'First'), 'posts.0._id')
    const stream = await openStream(other)
    const { status } = await one.send('POST', `/api/posts/like/${postId}`, { token })
    expect(status).toBe(201)
    // The post may arrive after the stream was opened.
    let next: unknown
    do next = await stream.next()
    while (next === 'First')
    expect(next).toBe(1)
  })

  it('a stream continues after the first response of a server that has just started', async () => {
    const { setup, post } = started
    const server = await launchServer(setup)
    // Killed only after all tests: the streams of the others would miss events.
    stops.push(server.kill)
    const { headers } = await server.send('POST', '/graphql', { body: { query: '{ __typename }' } })
    const lastId = headers.get('last-event-id')
    await post(server, 'At the start')
    const stream = await openStream(server, lastId ?? '')
    expect(await stream.next()).toBe('At the start')
  })

  it('a stream moves from one to the other after its last event, and back, and misses nothing', async () => {
    const { one, other, post } = started
    const servers = [one, other, one]
    const received = new Set<unknown>()
    let lastId: string | undefined
    const sent: string[] = []
    const postAt = async (server: ServerProcess) => {
      const content = `Post ${sent.length}`
      sent.push(content)
      await post(server, content)
    }
    for (const server of servers) {
      const stream = await openStream(server, lastId)
      for (const author of servers) await postAt(author)
      // Some may arrive again.
      while (!received.has(sent.at(-1))) received.add(await stream.next())
      lastId = stream.id()
      stream.end()
      for (const author of servers) await postAt(author)
    }
    const last = await openStream(other, lastId)
    // Events of two processes may arrive in another order.
    while (!sent.every((content) => received.has(content))) received.add(await last.next())
    // What the tests before have done may arrive late.
    for (const earlier of [1, 'At the start']) received.delete(earlier)
    expect(received).toEqual(new Set(sent))
  })

  it('a stream without results continues without missed events at a process that was started after its own', async () => {
    const { one, other, post, setup, token } = started
    const leaving = await launchServer(setup)
    onTestFinished(leaving.kill)
    const stream = await openStream(leaving)
    const edited = await openStream(leaving, undefined, profiles)
    const editProfile = async () => {
      const body = { userData: { bio: 'Weaver' } }
      expect((await one.send('POST', '/api/users/edit', { token, body })).status).toBe(201)
      await edited.next()
    }
    await editProfile()
    const later = await launchServer(setup)
    // Not killed: the streams of the tests that follow would be told of it.
    onTestFinished(async () => void (await later.stop('SIGTERM')))
    await editProfile()
    const ended = stream.next()
    await Promise.all([leaving.stop('SIGTERM'), expect(ended).rejects.toThrow('The connection ended')])
    const continued = await openStream(later, stream.id())
    await post(other, 'After the restart')
    expect(await continued.next()).toBe('After the restart')
  })

  it('streams get all events after the connections between processes broke', async () => {
    const { one, other, post, cut } = started
    const streams = [await openStream(one), await openStream(other)]
    await Promise.all([cut(), post(one, 'Meanwhile'), post(other, 'Meanwhile, too')])
    for (const stream of streams) await readAll(stream, ['Meanwhile', 'Meanwhile, too'])
  })

  it('a change that is made while its process stops reaches a stream at another', async () => {
    const { other, post, setup, token } = started
    const leaving = await launchServer(setup)
    onTestFinished(leaving.kill)
    const postId = textAt(listAt(await post(other, 'Locked'), 'posts').at(-1), '_id')
    const stream = await openStream(other)
    const release = await lockPost(setup.env.DATABASE_URL, postId)
    const client = new AbortController()
    const { signal } = client
    const headers = { authorization: token }
    const like = leaving.fetch(`/api/posts/like/${postId}`, { method: 'POST', headers, signal })
    await expect.poll(() => isWaitingForLock(setup.env.DATABASE_URL)).toBe(true)
    client.abort()
    await expect(like).rejects.toThrow()
    const stopped = leaving.stop('SIGTERM')
    await expect.poll(() => leaving.fetch('/livez').catch(() => 'refused')).toBe('refused')
    await release()
    await stopped
    let next: unknown
    do next = await stream.next()
    while (next !== 1)
  })

  it('a stream gets the events that a killed process had committed and not numbered', async () => {
    const { one, other, post, setup } = started
    const stream = await openStream(one)
    const release = await lockNumbers(setup.env.DATABASE_URL)
    await post(other, 'Last')
    await other.kill()
    await release()
    await readAll(stream, ['Last'])
  })
})

it.runIf(inject('postgresUrl'))(
  'a stream continues with all events after every process and Postgres were killed between commit and delivery',
  async () => {
    const cluster = await startServerCluster({ count: 2, env: { RATE_LIMITS: 'off' } })
    onTestFinished(() => cluster.stop())
    const { postgres } = cluster
    const [one, other] = cluster.processes.map(withCalls)
    if (!postgres || !one || !other) throw new Error('There is no Postgres server.')
    const token = await signUp(one, 'ada')
    const post = (server: typeof one, content: string) =>
      server.send('POST', '/api/posts', { token, body: { postData: { content } } })
    const stream = await openStream(one)
    await post(one, 'Before')
    await readAll(stream, ['Before'])
    await lockNumbers(postgres.url)
    for (const server of [one, other])
      for (const content of ['First', 'Second']) expect((await post(server, content)).status).toBe(201)
    await Promise.all([cluster.end(0, 'SIGKILL'), cluster.end(1, 'SIGKILL'), postgres.kill()])
    await postgres.start()
    await cluster.start(1)
    const continued = await openStream(withCalls({ url: cluster.url }), stream.id())
    await readAll(continued, ['First', 'Second'])
  },
)
