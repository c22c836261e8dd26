/** The primary is lost and a standby takes over, while clients change the data. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { seed } from '../seed.ts'
import { runClient, type World } from './historyClients.ts'
import { contradictions, prepareUsers } from './historyData.ts'
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

describe.runIf(findPostgres())('a server over a primary and a synchronous standby', () => {
  it.for<['kill' | 'pause', string]>([
    ['kill', 'ends'],
    ['pause', 'does not answer any more'],
  ])('goes on with the standby, and loses no acknowledged change (%s)', async ([failure], { signal }) => {
    console.log(`SEED=${seed}`)
    const { primary, standby, url } = await startPair()
    const { users, postIds } = await prepareUsers(url, CLIENTS)
    const server = await startServer({
      env: { DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
      folder: '',
    })
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
    console.log(JSON.stringify(world.counts))
  })
})
