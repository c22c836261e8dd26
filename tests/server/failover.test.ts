/** The primary is lost and a standby takes over, while clients change the data. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findProxy, startHaproxy } from '../../tools/databaseProxies.mjs'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { seed } from '../seed.ts'
import { runClient, type World } from './historyClients.ts'
import { contradictions, prepareUsers } from './historyData.ts'
import { followPosts, readStoredPosts } from './historyStreams.ts'
import { startServer } from './serverProcess.ts'

/** As many as two processes have connections, so that none is refused because the machine is busy. */
const CLIENTS = 20
const CALLS_PER_CLIENT = 45

/** What Patroni says of one server: its address for health answers 200 on this path only. */
class Role {
  path: string
  /** How many requests it has answered. */
  checks = 0

  constructor(path: string) {
    this.path = path
  }

  /** Returns the port of the address. */
  async listen(): Promise<number> {
    const health = createServer((request, response) => {
      this.checks += 1
      response.writeHead(request.url === this.path ? 200 : 503).end()
    })
    onTestFinished(() => void health.close())
    await once(health.listen(0, '127.0.0.1'), 'listening')
    const address = health.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    return address.port
  }
}

/** Starts a primary whose commits wait for its standby, behind deploy/haproxy.cfg. `url` leads to the primary. */
async function startPair() {
  const primary = await createCluster(undefined, { isSynchronous: true })
  onTestFinished(() => primary.remove())
  const standby = await primary.createStandby()
  onTestFinished(() => standby.remove())
  const [one, two] = [new Role('/primary'), new Role('/replica')]
  const proxy = await startHaproxy({
    postgres: [new URL(primary.url).host, new URL(standby.url).host],
    health: [await one.listen(), await two.listen()],
  })
  onTestFinished(() => proxy.stop())
  // HAProxy treats each server as a primary until its first check is answered. It sends the second one after that.
  for (const role of [one, two]) await expect.poll(() => role.checks).toBeGreaterThan(1)
  return {
    primary,
    standby,
    url: `postgres://postgres:a-password@127.0.0.1:${proxy.port}/postgres`,
    promote() {
      one.path = 'none'
      standby.promote()
      two.path = '/primary'
    },
  }
}

describe.runIf(findPostgres() && findProxy('haproxy'))('two processes over a primary and a synchronous standby', () => {
  it.for<['kill' | 'pause', string]>([
    ['kill', 'ends'],
    ['pause', 'does not answer any more'],
  ])('go on with the standby, and lose no change in data or streams (%s)', async ([failure], { signal }) => {
    console.log(`SEED=${seed}`)
    const { primary, standby, url, promote } = await startPair()
    const { users, postIds } = await prepareUsers(url, CLIENTS)
    const setup = { env: { DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }, folder: '' }
    const servers = [await startServer(setup), await startServer(setup)] as const
    const [server, other] = servers
    expect(server.lines.join('\n')).not.toContain('a-password')

    const statuses = new Set<number>()
    const failOver = async () => {
      await primary[failure]()
      const refused = await server.fetch('/api/posts')
      statuses.add(refused.status)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      promote()
    }
    let fail = () => {}
    const failedOver = new Promise<void>((resolve) => (fail = resolve)).then(failOver)
    const total = CLIENTS * CALLS_PER_CLIENT
    let calls = 0
    const world: Omit<World, 'url'> = {
      users,
      postIds,
      signal,
      onCall() {
        calls += 1
        if (calls > total / 3) fail()
      },
      async untilRunning() {
        if (calls > total / 3) await failedOver
      },
      problems: [],
      counts: { done: 0, refused: 0, notDone: 0, unknown: 0 },
    }
    const before = new Set(await readStoredPosts(primary.url))
    const ended = new AbortController()
    onTestFinished(() => ended.abort())
    const streams = servers.map(({ url: address }) =>
      // Before the standby takes over, it may not have applied a post yet.
      followPosts({
        url: address,
        readPosts: () => readStoredPosts(standby.url, () => failedOver),
        signal: ended.signal,
      }),
    )
    await Promise.all(streams.map(({ opened }) => opened))
    const known = await Promise.all(
      users.map((user, index) => {
        const { url: address } = index % 2 === 0 ? server : other
        return runClient({ ...world, url: address }, user, seed + index, CALLS_PER_CLIENT)
      }),
    )
    await failedOver
    expect([...statuses]).toEqual([503])
    expect(world.problems).toEqual([])
    expect(world.counts.notDone).toBeGreaterThan(0)
    // Most of the changes come after the failure.
    expect(world.counts.done).toBeGreaterThan(total / 2)
    expect(await contradictions(known, standby.url)).toEqual([])
    expect(servers.map(({ process }) => process.exitCode)).toEqual([null, null])

    // The first call may still use a connection to the former primary, and fail.
    const token = users[0]?.token ?? ''
    for (const { send } of servers) {
      const post = async () => {
        calls += 1
        const body = { postData: { content: `Afterwards ${calls}` } }
        return (await send('POST', '/api/posts', { token, body })).status
      }
      await expect.poll(post).toBe(201)
    }
    const created = (await readStoredPosts(standby.url)).filter((content) => !before.has(content))
    for (const { known: followed } of streams)
      await expect.poll(() => created.filter((content) => !followed.has(content)), { timeout: 60_000 }).toEqual([])

    // Events pass through the standby.
    const missedBefore = streams.map((stream) => stream.missed)
    const body = { postData: { content: 'Through the standby' } }
    expect(await server.send('POST', '/api/posts', { token, body })).toMatchObject({ status: 201 })
    for (const { known: followed } of streams) await expect.poll(() => [...followed]).toContain('Through the standby')
    expect(streams.map((stream) => stream.missed)).toEqual(missedBefore)
    ended.abort()
    await Promise.all(streams.map((stream) => stream.ended))
    console.log(JSON.stringify({ ...world.counts, missed: streams.map(({ missed }) => missed) }))
  })
})
