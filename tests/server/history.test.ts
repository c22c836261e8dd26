/**
 * Many clients change the same data at once while server processes and Postgres are killed, connections of clients and
 * to Postgres are cut, and the disk of Postgres is slow. Afterwards the data must be what the clients were told, and
 * streams must have had each new post, or have said that they missed some. `SEED` repeats a run, except for the order in
 * which the server handles calls. HISTORY_CALLS is the number of calls of each client: 100 take more than a minute.
 */

import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seed } from '../seed.ts'
import { findPostgres } from '../../tools/postgres.mjs'
import { startServerCluster } from '../../tools/startServerCluster.mjs'
import { endConnections } from './databases.ts'
import { runClient, type World } from './historyClients.ts'
import { contradictions, prepareUsers } from './historyData.ts'
import { followPosts, readStoredPosts } from './historyStreams.ts'

const FEW_CALLS = 15
const CALLS_PER_CLIENT = Number(process.env['HISTORY_CALLS'] ?? FEW_CALLS)
const timeout = 300_000 * Math.max(1, CALLS_PER_CLIENT / FEW_CALLS)
/** The longest time that Postgres can be made to wait before it writes a commit to the disk, in microseconds. */
const SLOW_COMMIT = 100_000
const STREAMS = 6
/** The connections to Postgres of all processes. */
const CONNECTIONS = 60

/** What fails at once. */
interface Failure {
  /** The processes that are killed. */
  processes?: number[]
  postgres?: true
  /** All connections of clients break. */
  clientConnections?: true
  /** All connections to Postgres break, also those with an open transaction. */
  databaseConnections?: true
  /** Commits are slow until the next failure. */
  disk?: true
}

interface Setup {
  name: string
  processes: number
  clients: number
  /** One after the other, in equal distances. */
  failures: Failure[]
}

const setups: Setup[] = [
  {
    name: 'a server',
    processes: 1,
    clients: 200,
    failures: [
      { processes: [0] },
      { postgres: true },
      { databaseConnections: true },
      { processes: [0], postgres: true },
      { postgres: true },
    ],
  },
  {
    name: 'three processes behind a proxy',
    processes: 3,
    clients: 300,
    failures: [
      { processes: [0] },
      { postgres: true },
      { clientConnections: true },
      { databaseConnections: true },
      { disk: true },
      { processes: [1, 2], postgres: true },
      { processes: [0], postgres: true },
      { clientConnections: true, processes: [1] },
    ],
  },
]

describe.runIf(findPostgres()).each(setups)('$name', { timeout }, ({ processes, clients, failures: planned }) => {
  it('over Postgres loses no acknowledged change when something is killed, cut off or slow', async ({ signal }) => {
    console.log(`SEED=${seed}`)
    const connections = String(CONNECTIONS / processes)
    const env = { DATABASE_CONNECTIONS: connections, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
    const cluster = await startServerCluster({ count: processes, env })
    onTestFinished(() => cluster.stop())
    const { url, postgres } = cluster
    if (!postgres) throw new Error('There is no Postgres server.')
    const { users, postIds } = await prepareUsers(postgres.url, clients)

    const fail = async ({ processes: killed = [], ...failure }: Failure) => {
      if (failure.clientConnections) cluster.proxy.cut()
      await Promise.all([...killed.map((index) => cluster.end(index, 'SIGKILL')), failure.postgres && postgres.kill()])
      if (failure.postgres) await postgres.start()
      if (failure.databaseConnections) await endConnections(postgres.url)
      await setCommitDelay(postgres.url, failure.disk ? SLOW_COMMIT : 0)
      await Promise.all(killed.map((index) => cluster.start(index)))
    }
    const total = clients * CALLS_PER_CLIENT
    const failures = planned.map((failure, index) => ({ at: (total * (index + 1)) / (planned.length + 1), failure }))
    let calls = 0
    let running: Promise<unknown> = Promise.resolve()
    const untilRunning = async () => {
      await running
    }
    const world: World = {
      url,
      users,
      postIds,
      signal,
      onCall() {
        calls += 1
        const [next] = failures
        if (!next || calls < next.at) return
        failures.shift()
        running = running.then(() => fail(next.failure))
      },
      untilRunning,
      problems: [],
      counts: { done: 0, refused: 0, notDone: 0, unknown: 0 },
    }
    const ended = new AbortController()
    const streams = Array.from({ length: STREAMS }, () =>
      followPosts({ url, readPosts: () => readStoredPosts(postgres.url, untilRunning), signal: ended.signal }),
    )
    await Promise.all(streams.map(({ opened }) => opened))
    const before = new Set(await readStoredPosts(postgres.url, untilRunning))
    const known = await Promise.all(users.map((user, index) => runClient(world, user, seed + index, CALLS_PER_CLIENT)))
    await running

    expect(world.problems).toEqual([])
    expect(failures).toEqual([])
    expect(world.counts.done).toBeGreaterThan(total / 10)
    expect(await contradictions(known, postgres.url)).toEqual([])
    expect(postgres.log.filter((line) => line.includes('deadlock detected'))).toEqual([])
    const created = (await readStoredPosts(postgres.url, untilRunning)).filter((content) => !before.has(content))
    for (const { known: followed } of streams)
      await expect.poll(() => created.filter((content) => !followed.has(content)), { timeout: 60_000 }).toEqual([])
    ended.abort()
    await Promise.all(streams.map((stream) => stream.ended))
    const reconnections = streams.map(({ connections: count }) => count - 1)
    console.log(JSON.stringify({ ...world.counts, reconnections, missed: streams.map(({ missed }) => missed) }))
  })
})

/** Lets each commit wait for this many microseconds before it is written to the disk. */
async function setCommitDelay(url: string, delay: number): Promise<void> {
  const database = new pg.Client(url)
  await database.connect()
  await database.query(`alter system set commit_delay = ${delay}`)
  await database.query('alter system set commit_siblings = 0')
  await database.query('select pg_reload_conf()')
  await database.end()
}
