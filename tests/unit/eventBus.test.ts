import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventLog } from '../../resolvers/events/eventLog.ts'
import { EVENTS_LOST } from '../../resolvers/events/events.ts'
import { EventBus, type BusListener, type ConnectBus, type MissedReason } from '../../server/events/eventBus.ts'
import { ReplicaEventIds } from '../../resolvers/events/replicaEventIds.ts'

/** Brings notices to all buses at once. Those of a process that was killed or does not answer do not arrive. */
function createCarrier() {
  const listeners = new Set<BusListener>()
  let position = 0
  const sizes: number[] = []
  const connect: ConnectBus = async (listener) => {
    listeners.add(listener)
    return {
      async send(notices) {
        sizes.push(...notices.map(({ text }) => Buffer.byteLength(text)))
        if (!listeners.has(listener)) return
        for (const { text, count } of notices) {
          for (const { onNotice } of listeners) onNotice(`log ${position + 1} ${text}`)
          position += count
        }
      },
      close: () => void listeners.delete(listener),
    }
  }
  /** Lets the latest connection hear and send nothing any more, without a word. */
  const silence = () => {
    const last = [...listeners].at(-1)
    if (last) listeners.delete(last)
  }
  const notify = (text: string) => {
    for (const { onNotice } of listeners) onNotice(text)
  }
  return { connect, sizes, silence, notify }
}

function createBus(connect: ConnectBus, onMissed: (reason: MissedReason) => void = () => {}): EventBus {
  return new EventBus(connect, {
    onConnection: () => {},
    onReceived: () => {},
    onMissed,
    onReturned: () => {},
    onLost: () => {},
  })
}

describe('the bus of events', () => {
  let carrier: ReturnType<typeof createCarrier>
  beforeEach(() => {
    carrier = createCarrier()
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  async function start() {
    const missed: MissedReason[] = []
    const received: unknown[] = []
    let isKilled = false
    const connect: ConnectBus = async (listener) => {
      if (isKilled) throw new Error('It does not run')
      return carrier.connect(listener)
    }
    const bus = createBus(connect, (reason) => missed.push(reason))
    bus.addEventListener('userChanged', (event) => received.push('detail' in event ? event.detail : undefined))
    await bus.start()
    missed.length = 0
    const publish = (detail: unknown) => bus.dispatchEvent(new CustomEvent('userChanged', { detail }))
    /** Only for the process that was started last. */
    const kill = () => {
      isKilled = true
      carrier.silence()
    }
    return { bus, missed, received, publish, kill }
  }

  it('tells a process that it missed events after another one was killed, once', async () => {
    const [one, other] = [await start(), await start()]
    const killed = await start()
    await vi.advanceTimersByTimeAsync(2000)
    killed.kill()
    await vi.advanceTimersByTimeAsync(9000)
    expect([one.missed, other.missed]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([one.missed, other.missed]).toEqual([['process'], ['process']])
  })

  it('tells a process that was started after another one was killed that it missed events', async () => {
    await start()
    const killed = await start()
    await vi.advanceTimersByTimeAsync(2000)
    killed.kill()
    const later = await start()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(later.missed).toEqual(['process'])
  })

  it('tells all processes that events were lost, once', async () => {
    const [one, other] = [await start(), await start()]
    one.publish(1)
    one.bus.dispatchEvent(new CustomEvent(EVENTS_LOST))
    one.bus.dispatchEvent(new CustomEvent(EVENTS_LOST))
    one.publish(2)
    await vi.advanceTimersByTimeAsync(10)
    expect([one.missed, other.missed]).toEqual([['lost'], ['lost']])
    expect([one.received, other.received]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('tells a process without a connection that events were lost', async () => {
    const bus = createBus(() => Promise.reject(new Error('It does not run')))
    const reader = createEventLog(bus).read(null)
    void bus.start()
    await vi.advanceTimersByTimeAsync(1000)
    bus.dispatchEvent(new CustomEvent(EVENTS_LOST))
    expect(await reader.next()).toBe('missed')
  })

  it('tells nothing after another process has stopped', async () => {
    const [one, other] = [await start(), await start()]
    await vi.advanceTimersByTimeAsync(2000)
    const closing = other.bus.close()
    await vi.advanceTimersByTimeAsync(30_000)
    await closing
    expect(one.missed).toEqual([])
  })

  it('connects again if its own notices do not arrive', async () => {
    const other = await start()
    const one = await start()
    carrier.silence()
    other.publish(1)
    await vi.advanceTimersByTimeAsync(9000)
    expect([one.missed, one.received]).toEqual([['connection'], []])
    other.publish(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(one.received).toEqual([2])
  })

  it('keeps its connection when a former one ends late', async () => {
    const listeners: BusListener[] = []
    const bus = createBus((listener) => {
      listeners.push(listener)
      return carrier.connect(listener)
    })
    await bus.start()
    listeners[0]?.onLost(new Error('The connection is lost'))
    await vi.advanceTimersByTimeAsync(1000)
    listeners[0]?.onLost(new Error('The connection has ended'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(listeners).toHaveLength(2)
  })

  it('sends at once, and then at most once in 10 ms, of equal events the last', async () => {
    const one = await start()
    await vi.advanceTimersByTimeAsync(20)
    one.publish(0)
    expect(one.received).toEqual([0])
    const sends = carrier.sizes.length
    for (const detail of [1, 2, 1]) one.publish(detail)
    await vi.advanceTimersByTimeAsync(9)
    expect(one.received).toEqual([0])
    await vi.advanceTimersByTimeAsync(1)
    expect(one.received).toEqual([0, 2, 1])
    expect(carrier.sizes.length).toBe(sends + 1)
  })

  it('sends many events in notices that Postgres takes', async () => {
    const one = await start()
    for (let number = 0; number < 1000; number += 1) one.publish(`${number} ${'ü'.repeat(50)}`)
    await vi.advanceTimersByTimeAsync(100)
    expect(one.received).toHaveLength(1000)
    expect(Math.max(...carrier.sizes)).toBeLessThan(7950)
    expect(Math.max(...carrier.sizes)).toBeGreaterThan(7000)
  })

  it('counts a notice that it did not get as missed, and ignores texts of others', async () => {
    const one = await start()
    carrier.notify('hello')
    carrier.notify('log x process []')
    carrier.notify('log 99 process [a]')
    carrier.notify('log 99 process [1]')
    expect(one.missed).toEqual([])
    carrier.notify('log 99 other [["userChanged",7]]')
    expect(one.missed).toEqual(['gap'])
    expect(one.received).toEqual([7])
  })

  it('leads to EVENTS_MISSED after a list of a replica that was read when the connection was lost', async () => {
    const one = await start()
    const log = createEventLog(one.bus, { replicaEventIds: new ReplicaEventIds(60_000) })
    one.kill()
    await vi.advanceTimersByTimeAsync(9000)
    const reader = log.read(log.replicaId())
    one.publish(1)
    expect(await reader.next()).toBe('missed')
  })
})
