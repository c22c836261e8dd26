import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createEventLog } from '../../resolvers/events/eventLog.ts'
import { createPublisher } from '../../resolvers/events/events.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { EventBus, MAX_WAITING_EVENTS, type ConnectBus, type MissedReason } from '../../server/events/eventBus.ts'
import { postgresBus } from '../../server/events/postgresBus.ts'
import { redisBus } from '../../server/events/redisBus.ts'
import { openRedis } from '../../server/redis.ts'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { findRedis, startRedis } from '../../tools/redis.mjs'
import { endConnections } from './databases.ts'

interface Carrier {
  connect: ConnectBus
  /** Takes positions, as if a process that these do not know had sent as many events, and breaks all connections. */
  cut(events: number): Promise<void>
  /** Loses the positions, as Postgres does when one of its processes crashes, while the server goes on. */
  forgetPositions(): Promise<void>
  /** Ends the server. */
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const carriers: { name: string; isThere: boolean; open(): Promise<Carrier> }[] = [
  {
    name: 'Postgres',
    isThere: findPostgres() !== undefined,
    async open() {
      const cluster = await createCluster()
      // Creates the tables.
      await (await openPostgresStore({ source: cluster.url, schemaChanges: 'create' })).close()
      return {
        ...cluster,
        connect: postgresBus(cluster.url),
        async cut(events) {
          const client = new pg.Client(cluster.url)
          await client.connect()
          await client.query('update weft.event_positions set last = last + $1', [events])
          await client.end()
          await endConnections(cluster.url, 'weft_events')
        },
        async forgetPositions() {
          const client = new pg.Client(cluster.url)
          client.on('error', () => {})
          await client.connect()
          const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
          const ended = new Promise((resolve) => client.once('end', resolve))
          process.kill(rows[0]?.pid ?? NaN, 'SIGKILL')
          await ended
        },
      }
    },
  },
  {
    name: 'Redis',
    isThere: findRedis() !== undefined,
    async open() {
      const redis = await startRedis()
      return {
        ...redis,
        connect: redisBus(redis.url),
        async cut(events) {
          const client = openRedis(redis.url, { enableOfflineQueue: true })
          const [counter = ''] = await client.keys('weft:events:*')
          await client.incrby(counter, events)
          await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
          client.disconnect()
        },
        async forgetPositions() {
          const client = openRedis(redis.url, { enableOfflineQueue: true })
          await client.flushall()
          client.disconnect()
        },
        remove: redis.kill,
      }
    },
  },
]

/** Starts what a process has: a bus and a log. */
async function startProcess(connect: ConnectBus) {
  const missed: MissedReason[] = []
  let isConnected = false
  let connections = 0
  const bus = new EventBus(connect, {
    onConnection(isOpen) {
      isConnected = isOpen
      connections += Number(isOpen)
    },
    onReceived: () => {},
    onMissed: (reason) => missed.push(reason),
    onReturned: () => {},
    onLost: () => {},
  })
  onTestFinished(() => bus.close())
  const log = createEventLog(bus)
  await bus.start()
  await expect.poll(() => isConnected).toBe(true)
  missed.length = 0
  return {
    bus,
    log,
    missed,
    isConnected: () => isConnected,
    /** How often it was connected. */
    connections: () => connections,
    change: (userId: string) => createPublisher(bus)('userChanged', { userId }),
  }
}

type Process = Awaited<ReturnType<typeof startProcess>>

/** Returns the users of the next events of a reader, or `missed`. */
async function nextUsers(reader: ReturnType<Process['log']['read']>, count: number): Promise<unknown[]> {
  const users: unknown[] = []
  while (users.length < count) {
    const event = await reader.next()
    users.push(event !== null && event !== 'missed' && 'userId' in event.payload ? event.payload.userId : event)
  }
  return users
}

const numbered = (count: number, prefix = 'user') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`)

describe.each(carriers.filter(({ isThere }) => isThere))('events of several processes over $name', ({ open }) => {
  let carrier: Carrier
  beforeAll(async () => {
    carrier = await open()
    return () => carrier.remove()
  })
  const start = () => startProcess(carrier.connect)

  it('reach all processes in the same order, with the same ids', async () => {
    const processes = [await start(), await start(), await start()]
    const readers = processes.map(({ log }) => log.read(null))
    for (let round = 0; round < 20; round += 1)
      for (const [index, { change }] of processes.entries()) change(`${index} ${round}`)
    const received = await Promise.all(
      readers.map(async (reader) => {
        const users = await nextUsers(reader, 60)
        return { users, id: reader.lastId() }
      }),
    )
    expect(received[1]).toEqual(received[0])
    expect(received[2]).toEqual(received[0])
    for (const [index] of processes.entries())
      expect(received[0]?.users.filter((user) => String(user).startsWith(`${index} `))).toEqual(
        numbered(20, String(index)),
      )
    expect(processes.map(({ missed }) => missed)).toEqual([[], [], []])
  })

  it('arrive although they take more than one notice', async () => {
    const [one, other] = [await start(), await start()]
    const reader = other.log.read(null)
    // The log keeps a thousand.
    const users = numbered(900, 'ü'.repeat(50))
    for (const user of users) one.change(user)
    expect(await nextUsers(reader, 900)).toEqual(users)
  })

  it('are continued at another process after an id, without loss', async () => {
    const [one, other] = [await start(), await start()]
    const [reader, otherReader] = [one.log.read(null), other.log.read(null)]
    one.change('ada')
    other.change('mira')
    // A process that has not received the event of an id yet would send it again.
    await nextUsers(otherReader, 2)
    const first = await nextUsers(reader, 1)
    const id = reader.lastId()
    const rest = await nextUsers(reader, 1)
    for (const user of ['noor', 'ana']) one.change(user)
    const moved = other.log.read(id)
    expect(await nextUsers(moved, 3)).toEqual([...rest, 'noor', 'ana'])
    expect(new Set([...first, ...rest])).toEqual(new Set(['ada', 'mira']))
  })

  it('go on after a connection was cut, if none was published meanwhile', async () => {
    const [one, other] = [await start(), await start()]
    const readers = [one.log.read(null), other.log.read(null)]
    await carrier.cut(0)
    for (const { connections } of [one, other]) await expect.poll(connections).toBe(2)
    one.change('ada')
    for (const reader of readers) expect(await nextUsers(reader, 1)).toEqual(['ada'])
    expect([one.missed, other.missed]).toEqual([[], []])
  })

  it('are missed by a process that is cut off, and arrive again afterwards', async () => {
    const [one, other] = [await start(), await start()]
    const readers = [one.log.read(null), other.log.read(null)]
    const [before] = readers.map((reader) => reader.lastId())
    await carrier.cut(1)
    for (const reader of readers) expect(await nextUsers(reader, 1)).toEqual(['missed'])
    expect(await nextUsers(one.log.read(before ?? ''), 1)).toEqual(['missed'])
    one.change('ada')
    for (const reader of readers) expect(await nextUsers(reader, 1)).toEqual(['ada'])
  })

  it('are missed after an id of before the positions were lost', async () => {
    const one = await start()
    const reader = one.log.read(null)
    for (const user of numbered(20)) one.change(user)
    await nextUsers(reader, 20)
    await carrier.forgetPositions()
    await expect.poll(() => one.missed).not.toEqual([])
    const continued = one.log.read(reader.lastId())
    one.change('ada')
    expect(await nextUsers(continued, 1)).toEqual(['missed'])
  })

  it('reach their own process while there is no connection, and the others afterwards', async () => {
    const [one, other] = [await start(), await start()]
    const [own, others] = [one.log.read(null), other.log.read(null)]
    await carrier.kill()
    await expect.poll(() => one.isConnected()).toBe(false)
    one.change('ada')
    expect(await nextUsers(own, 1)).toEqual(['ada'])
    await carrier.start()
    for (const reader of [own, others]) expect(await nextUsers(reader, 1)).toEqual(['missed'])
    one.change('mira')
    for (const reader of [own, others]) {
      // Of the first event it depends on when this process was connected again.
      const [first] = await nextUsers(reader, 1)
      expect(first === 'ada' ? await nextUsers(reader, 1) : [first]).toEqual(['mira'])
    }
  })

  it('are missed by all if more wait than a process may keep', async () => {
    const [one, other] = [await start(), await start()]
    for (const user of numbered(MAX_WAITING_EVENTS + 2)) one.change(user)
    await expect.poll(() => other.missed).toEqual(['lost'])
    await expect.poll(() => one.missed).toEqual(['lost'])
  })
})

it('rejects with the reason if Redis cannot be reached', async () => {
  const connect = redisBus('redis://127.0.0.1:1')
  await expect(connect({ onNotice: () => {}, onLost: () => {} })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
