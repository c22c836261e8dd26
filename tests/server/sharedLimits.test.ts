/** Limits that several processes over one database count together. */

import pg from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { openRedis } from '../../server/redis.ts'
import { findRedis, startRedis } from '../../tools/redis.mjs'
import { fileOf, mp4 } from '../mediaFiles.ts'
import { createPostgresDatabase } from './databases.ts'
import { launchServer, signUp, type ServerProcess } from './serverProcess.ts'

const PROCESSES = 3
const CALLS = 1500
const CALL_BATCH = 50
const STREAMS = 10

const stores = [
  {
    name: 'Postgres',
    isThere: true,
    create: async () => ({ settings: { DATABASE_URL: await createPostgresDatabase() }, remove: async () => {} }),
  },
  {
    name: 'Redis',
    isThere: findRedis() !== undefined,
    async create() {
      const redis = await startRedis()
      return { settings: { DATABASE_URL: await createPostgresDatabase(), REDIS_URL: redis.url }, remove: redis.kill }
    },
  },
]

async function startProcesses(settings: Record<string, string>): Promise<ServerProcess[]> {
  const env = { ...settings, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent', ACCOUNT_QUOTA_MB: '1' }
  return Promise.all(Array.from({ length: PROCESSES }, () => launchServer({ env })))
}

const from = (address: string) => ({ 'x-forwarded-for': address })

function logIn(server: ServerProcess | undefined, address: string, username: string) {
  const body = { username, password: 'wrong' }
  return server?.send('POST', '/api/auth/login', { body, headers: from(address) })
}

async function openStream(server: ServerProcess | undefined, address = '203.0.113.9') {
  const response = await server?.fetch('/graphql?query=subscription{changes{...on%20PostChange{post{id}}}}', {
    headers: { accept: 'text/event-stream', ...from(address) },
  })
  // A response that nothing refers to is garbage, and its collection ends the stream.
  onTestFinished(() => void response?.body?.cancel().catch(() => {}))
  return response
}

describe.runIf(inject('postgresUrl')).each(stores.filter(({ isThere }) => isThere))(
  'processes that count in $name',
  ({ create }) => {
    /** For all tests: each is another client. */
    let servers: ServerProcess[] = []
    beforeAll(async () => {
      const { settings, remove } = await create()
      servers = await startProcesses(settings)
      return async () => {
        await Promise.all(servers.map((server) => server.kill()))
        await remove()
      }
    })

    it('limit the log-ins of a client together', async () => {
      const statuses: unknown[] = []
      for (let attempt = 0; attempt < 26; attempt += 1)
        statuses.push((await logIn(servers[attempt % PROCESSES], '203.0.113.7', `nobody${attempt}`))?.status)
      expect(statuses).toEqual([...Array(25).fill(404), 429])
      // Another client is not affected.
      expect(await logIn(servers[0], '198.51.100.1', 'nobody')).toMatchObject({ status: 404 })
    })

    it('limit the calls of a client together, up to a batch of each', async () => {
      const [first, second, third] = servers
      const call = async (server: ServerProcess | undefined) =>
        (await server?.fetch('/graphql?query={__typename}', { headers: from('203.0.113.8') }))?.status
      const callTimes = async (server: ServerProcess | undefined, times: number) => {
        for (let done = 0; done < times; done += CALL_BATCH)
          expect(await Promise.all(Array.from({ length: CALL_BATCH }, () => call(server)))).toEqual(
            Array(CALL_BATCH).fill(200),
          )
      }
      await callTimes(first, CALLS / 2)
      await callTimes(second, CALLS / 2)
      for (let done = 1; done < CALL_BATCH; done += 1) expect(await call(third)).toBe(200)
      expect([await call(third), await call(third)]).toEqual([429, 429])
      expect((await third?.fetch('/livez'))?.status).toBe(200)
    })

    it('limit the open streams of a client together, and forget those of a killed process', async () => {
      const open = async (index: number) => (await openStream(servers[index % PROCESSES]))?.status
      const opened = []
      for (let index = 0; index < STREAMS; index += 1) opened.push(await openStream(servers[index % PROCESSES]))
      expect(opened.map((response) => response?.status)).toEqual(Array(STREAMS).fill(200))
      for (let index = 0; index < PROCESSES; index += 1) expect(await open(index)).toBe(429)
      expect((await openStream(servers[0], '198.51.100.1'))?.status).toBe(200)

      await opened[0]?.body?.cancel()
      await expect.poll(() => open(1)).toBe(200)
      expect(await open(2)).toBe(429)

      await servers[2]?.stop('SIGKILL')
      await expect.poll(() => open(0), { timeout: 60_000, interval: 500 }).toBe(200)
    })
  },
)

it.runIf(inject('postgresUrl'))('processes limit the bytes of the files of an account together', async () => {
  const url = await createPostgresDatabase()
  const servers = await startProcesses({ DATABASE_URL: url })
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
  const [one, other] = servers
  const token = one ? await signUp(one, 'ada') : ''
  const database = new pg.Client(url)
  await database.connect()
  onTestFinished(() => database.end())

  // Both uploads wait for the account, so that neither is stored before the other is counted.
  await database.query('begin; select from weft.users for update')
  const uploads = [one, other].map(async (server) => {
    const headers = { authorization: token }
    return (await server?.fetch('/media', { method: 'POST', headers, body: fileOf(mp4, 600_000) }))?.status
  })
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(2)
  await database.query('commit')
  expect(new Set(await Promise.all(uploads))).toEqual(new Set([201, 403]))
})

it.runIf(inject('postgresUrl') && findRedis())('processes count alone while Redis does not run', async () => {
  const redis = await startRedis()
  onTestFinished(redis.kill)
  const servers = await startProcesses({ DATABASE_URL: await createPostgresDatabase(), REDIS_URL: redis.url })
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
  await redis.kill()
  for (const server of servers) {
    const statuses: unknown[] = []
    for (let attempt = 0; attempt < 26; attempt += 1)
      statuses.push((await logIn(server, '203.0.113.7', `nobody${attempt}`))?.status)
    expect(statuses).toEqual([...Array(25).fill(404), 429])
    const streams = []
    for (let count = 0; count < STREAMS; count += 1) streams.push((await openStream(server))?.status)
    expect(streams).toEqual(Array(STREAMS).fill(200))
    expect((await openStream(server))?.status).toBe(429)
  }
})

it.runIf(inject('postgresUrl'))('the streams of a process that was suspended count again once it goes on', async () => {
  const url = await createPostgresDatabase()
  const servers = await startProcesses({ DATABASE_URL: url })
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
  const database = new pg.Client(url)
  await database.connect()
  onTestFinished(() => database.end())
  const countedStreams = async () => (await database.query('select from weft.open_streams')).rowCount
  const [suspended, other] = servers
  for (let count = 0; count < STREAMS; count += 1) expect((await openStream(suspended))?.status).toBe(200)

  suspended?.process.kill('SIGSTOP')
  const removedStreams = async () => {
    // In each attempt: what the process had sent before may be executed after the first.
    await database.query(
      `update weft.server_processes set seen_at = now() - interval '1 hour'
      where id in (select process from weft.open_streams)`,
    )
    return STREAMS - ((await countedStreams()) ?? 0)
  }
  await expect.poll(removedStreams, { timeout: 30_000 }).toBe(STREAMS)
  suspended?.process.kill('SIGCONT')
  await expect.poll(countedStreams, { timeout: 30_000 }).toBe(STREAMS)
  expect((await openStream(other))?.status).toBe(429)
})

it.runIf(findRedis())('after one command without an answer from Redis the others are refused at once', async () => {
  const redis = await startRedis()
  onTestFinished(redis.kill)
  const client = openRedis(redis.url)
  onTestFinished(() => client.disconnect())
  await expect.poll(() => client.status).toBe('ready')
  redis.hang()
  await expect(client.ping()).rejects.toThrow('Command timed out')
  // It accepts the next connection, too.
  await expect.poll(() => client.status).toBe('connect')
  await expect(client.ping()).rejects.toThrow("Stream isn't writeable")
  redis.resume()
  await expect.poll(() => client.status).toBe('ready')
  expect(await client.ping()).toBe('PONG')
})
