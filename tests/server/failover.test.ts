/** The primary is lost and a standby takes over, while clients change the data. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { seed } from '../seed.ts'
import { runClient, type World } from './historyClients.ts'
import { contradictions, prepareUsers } from './historyData.ts'
import { followPosts } from './historyStreams.ts'
import { startServer } from './serverProcess.ts'

const CLIENTS = 60
const CALLS_PER_CLIENT = 15

/** Starts a primary whose commits wait for its standby. `url` names both, as a server is told. */
async function startPair() {
  const primary = await createCluster(undefined, { isSynchronous: true })
  onTestFinished(() => primary.remove())
  const standby = await primary.createStandby()
  onTestFinished(() => standby.remove())
  const [host, other] = [primary, standby].map(({ url }) => new URL(url).host)
  const url = `postgres://postgres:a-password@${host},${other}/postgres?target_session_attrs=read-write`
  return { primary, standby, url }
}

describe.runIf(findPostgres())('two processes over a primary and a synchronous standby', () => {
  it.for<['kill' | 'pause', string]>([
    ['kill', 'ends'],
    ['pause', 'does not answer any more'],
  ])('go on with the standby, and lose no acknowledged change (%s)', async ([failure], { signal }) => {
    console.log(`SEED=${seed}`)
    const { primary, standby, url } = await startPair()
    const { users, postIds } = await prepareUsers(url, CLIENTS)
    const setup = { env: { DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }, folder: '' }
    const [server, other] = [await startServer(setup), await startServer(setup)]
    expect(server.lines.join('\n')).not.toContain('a-password')

    const statuses = new Set<number>()
    const failOver = async () => {
      await primary[failure]()
      const refused = await server.fetch('/api/posts')
      statuses.add(refused.status)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      standby.promote()
    }
    const total = CLIENTS * CALLS_PER_CLIENT
    let calls = 0
    let running: Promise<unknown> | undefined
    const world: World = {
      url: server.url,
      users,
      postIds,
      signal,
      onCall() {
        calls += 1
        if (calls > total / 3) running ??= failOver()
      },
      async untilRunning() {
        await running
      },
      problems: [],
      counts: { done: 0, refused: 0, notDone: 0, unknown: 0 },
    }
    const known = await Promise.all(users.map((user, index) => runClient(world, user, seed + index, CALLS_PER_CLIENT)))
    await running
    expect([...statuses]).toEqual([503])
    expect(world.problems).toEqual([])
    expect(world.counts.notDone).toBeGreaterThan(0)
    // Most of the changes come after the failure.
    expect(world.counts.done).toBeGreaterThan(total / 2)
    expect(await contradictions(known, standby.url)).toEqual([])
    expect(server.process.exitCode).toBeNull()
    // The other process finds the standby, too, and gets the events that pass through it.
    const ended = new AbortController()
    onTestFinished(() => ended.abort())
    const stream = followPosts({ url: other.url, readPosts: async () => [], signal: ended.signal })
    await stream.opened
    const [user] = users
    const body = { postData: { content: 'Afterwards' } }
    const post = async () => {
      await server.send('POST', '/api/posts', { body, ...(user && { token: user.token }) })
      return [...stream.known]
    }
    await expect.poll(post).toContain('Afterwards')
    console.log(JSON.stringify(world.counts))
  })
})
