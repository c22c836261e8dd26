/**
 * Many clients change the same data at once while the server and Postgres are killed. Afterwards the data must be what
 * the clients were told: `SEED` repeats a run, except for the order in which the server handles calls.
 */

import { expect, it, onTestFinished } from 'vitest'
import { seed } from '../seed.ts'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { runClient, type World } from './historyClients.ts'
import { contradictions, prepareUsers } from './historyData.ts'
import { startServer } from './serverProcess.ts'

const CLIENTS = 200
const CALLS_PER_CLIENT = Number(process.env['HISTORY_CALLS'] ?? 15)

it.runIf(findPostgres())(
  'a server over Postgres loses no acknowledged change when it or Postgres is killed',
  async () => {
    console.log(`SEED=${seed}`)
    const cluster = await createCluster()
    onTestFinished(() => cluster.remove())
    const { users, postIds } = await prepareUsers(cluster.url, CLIENTS)
    const env = { DATABASE_URL: cluster.url, DATABASE_CONNECTIONS: '50', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
    const start = () => startServer({ env, folder: '' })
    let server = await start()

    const restart = async (parts: { server?: true; postgres?: true }) => {
      await Promise.all([parts.server && server.stop('SIGKILL'), parts.postgres && cluster.kill()])
      if (parts.postgres) await cluster.start()
      if (parts.server) server = await start()
      world.url = server.url
    }
    const total = CLIENTS * CALLS_PER_CLIENT
    /** What is killed after how many calls. */
    const failures: { at: number; parts: Parameters<typeof restart>[0] }[] = [
      { at: total * 0.2, parts: { server: true } },
      { at: total * 0.4, parts: { postgres: true } },
      { at: total * 0.6, parts: { server: true, postgres: true } },
      { at: total * 0.8, parts: { postgres: true } },
    ]
    let calls = 0
    let running: Promise<unknown> = Promise.resolve()
    const world: World = {
      url: server.url,
      users,
      postIds,
      onCall() {
        calls += 1
        const [next] = failures
        if (!next || calls < next.at) return
        failures.shift()
        running = running.then(() => restart(next.parts))
      },
      async untilRunning() {
        await running
      },
      problems: [],
      counts: { done: 0, refused: 0, notDone: 0, unknown: 0 },
    }
    const known = await Promise.all(users.map((user, index) => runClient(world, user, seed + index, CALLS_PER_CLIENT)))
    await running

    expect(world.problems).toEqual([])
    expect(failures).toEqual([])
    expect(world.counts.done).toBeGreaterThan(total / 10)
    expect(await contradictions(known, cluster.url)).toEqual([])
    expect(cluster.log.filter((line) => line.includes('deadlock detected'))).toEqual([])
    console.log(JSON.stringify(world.counts))
  },
)
