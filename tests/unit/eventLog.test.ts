import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventLog, type EventLog } from '../../resolvers/events/eventLog.ts'
import { ReplicaEventIds } from '../../resolvers/events/replicaEventIds.ts'
import { createPublisher, LOG_POSITION, MAX_LOGGED_EVENTS, type LogPosition } from '../../resolvers/events/events.ts'

describe('the log of events', () => {
  let target: EventTarget
  let log: EventLog
  const change = (userId: string) => createPublisher(target)('userChanged', { userId })
  beforeEach(() => {
    target = new EventTarget()
    log = createEventLog(target)
  })

  /** Returns the users of the next events. */
  async function nextUsers(reader: ReturnType<EventLog['read']>, count: number): Promise<unknown[]> {
    const users: unknown[] = []
    while (users.length < count) {
      const event = await reader.next()
      users.push(event === null || event === 'missed' ? event : event.payload)
    }
    return users.map((user) => (typeof user === 'object' && user && 'userId' in user ? user.userId : user))
  }

  it('gives each reader the events after its own position', async () => {
    const early = log.read(null)
    change('ada')
    const late = log.read(null)
    change('mira')
    expect(await nextUsers(early, 2)).toEqual(['ada', 'mira'])
    expect(await nextUsers(late, 1)).toEqual(['mira'])
    change('noor')
    expect(await nextUsers(log.read(late.lastId()), 1)).toEqual(['noor'])
  })

  it('gives only the last of equal events that were not read, in its place', async () => {
    const reader = log.read(null)
    for (const user of ['ada', 'mira', 'ada']) change(user)
    expect(await nextUsers(reader, 2)).toEqual(['mira', 'ada'])
    change('ada')
    expect(await nextUsers(reader, 1)).toEqual(['ada'])
  })

  it('keeps a bounded number of events, however often they repeat', async () => {
    const reader = log.read(null)
    for (let count = 0; count < 5 * MAX_LOGGED_EVENTS; count += 1) change(`user ${count % MAX_LOGGED_EVENTS}`)
    expect(await nextUsers(reader, MAX_LOGGED_EVENTS)).toEqual(
      Array.from({ length: MAX_LOGGED_EVENTS }, (_, index) => `user ${index}`),
    )
    change('one more')
    for (let count = 0; count < MAX_LOGGED_EVENTS; count += 1) change(`user ${count}`)
    expect(await nextUsers(reader, 1)).toEqual(['missed'])
    change('ada')
    expect(await nextUsers(reader, 1)).toEqual(['ada'])
  })

  it('ends a reader that waits, and counts those that read', async () => {
    const [reader, other] = [log.read(null), log.read(null)]
    const waiting = nextUsers(reader, 1)
    expect(log.readerCount).toBe(2)
    reader.end()
    reader.end()
    expect(await waiting).toEqual([null])
    expect(log.readerCount).toBe(1)
    const next = nextUsers(other, 1)
    change('ada')
    expect(await next).toEqual(['ada'])
  })

  it('has at the end of a reader the id of the last position, unless the reader has not had all events', async () => {
    const [reader, late] = [log.read(null), log.read(null)]
    change('ada')
    expect(await nextUsers(reader, 1)).toEqual(['ada'])
    const [name = '', position = ''] = log.lastId().split('/')
    const next: LogPosition = { log: name, position: Number(position) + 1, hasMissed: false }
    target.dispatchEvent(new CustomEvent(LOG_POSITION, { detail: next }))
    reader.end()
    late.end()
    expect(reader.lastId()).toBe(log.lastId())
    expect(await nextUsers(log.read(late.lastId()), 1)).toEqual(['ada'])
  })

  describe('with an interval', () => {
    const INTERVAL_MS = 1000
    beforeEach(() => {
      vi.useFakeTimers()
      log = createEventLog(target, { intervalMs: INTERVAL_MS })
    })
    afterEach(() => {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    })

    it('logs the first of many equal events at once, and the last at the end of the interval', async () => {
      // Not a spy: `restoreAllMocks` would bring the fake timers back after the test.
      const started = vi.fn(setTimeout)
      vi.stubGlobal('setTimeout', started)
      const reader = log.read(null)
      const received: unknown[] = []
      void (async () => {
        for (let event = await reader.next(); event; event = await reader.next()) received.push(event)
      })()
      for (let count = 0; count < 100; count += 1) {
        change('ada')
        await vi.advanceTimersByTimeAsync(10)
      }
      await vi.advanceTimersByTimeAsync(5000)
      expect(received).toHaveLength(2)
      // Two intervals have begun and are over, so the log has no timer left. Other code of this worker may have some.
      const delays = started.mock.calls.map(([, delay]) => delay)
      expect(delays.filter((delay) => delay === INTERVAL_MS)).toHaveLength(2)
      reader.end()
    })

    it('continues after an id with an event that was held when the id was given', async () => {
      const reader = log.read(null)
      for (const user of ['ada', 'ada', 'mira']) change(user)
      expect(await nextUsers(reader, 2)).toEqual(['ada', 'mira'])
      await vi.advanceTimersByTimeAsync(1000)
      const continued = log.read(reader.lastId())
      expect(await nextUsers(reader, 1)).toEqual(['ada'])
      expect(await nextUsers(continued, 2)).toEqual(['mira', 'ada'])
    })

    it('logs other events meanwhile', async () => {
      const reader = log.read(null)
      for (const user of ['ada', 'ada', 'mira']) change(user)
      expect(await nextUsers(reader, 2)).toEqual(['ada', 'mira'])
    })
  })

  describe('of several backends', () => {
    let other: EventLog
    let otherTarget: EventTarget
    const moveTo = (position: LogPosition, targets = [target, otherTarget]) => {
      for (const each of targets) each.dispatchEvent(new CustomEvent(LOG_POSITION, { detail: position }))
    }
    const changeInBoth = (userId: string) => {
      for (const each of [target, otherTarget]) createPublisher(each)('userChanged', { userId })
    }
    beforeEach(() => {
      otherTarget = new EventTarget()
      other = createEventLog(otherTarget)
      // One has been there for longer.
      moveTo({ log: 'common', position: 40, hasMissed: true }, [target])
      change('ada')
      change('mira')
      moveTo({ log: 'common', position: 42, hasMissed: true }, [otherTarget])
    })

    it('gives the same ids, which each of them continues from', async () => {
      const reader = log.read(null)
      changeInBoth('noor')
      changeInBoth('ana')
      expect(other.lastId()).toBe(log.lastId())
      expect(await nextUsers(reader, 1)).toEqual(['noor'])
      expect(await nextUsers(other.read(reader.lastId()), 1)).toEqual(['ana'])
      moveTo({ log: 'common', position: 50, hasMissed: false })
      changeInBoth('lou')
      expect(other.lastId()).toBe(log.lastId())
      expect(await nextUsers(other.read(reader.lastId()), 2)).toEqual(['ana', 'lou'])
    })

    it('misses the events of before its start', async () => {
      const id = 'common/41/41'
      expect(await nextUsers(log.read(id), 1)).toEqual(['mira'])
      expect(await nextUsers(other.read(id), 1)).toEqual(['missed'])
    })

    it('continues with the next event after an id that it has not reached yet', async () => {
      const reader = other.read('common/43/43')
      changeInBoth('noor')
      expect(await nextUsers(reader, 1)).toEqual(['noor'])
    })

    it('goes on for readers if it leaves the others, but not for ids of the common log', async () => {
      const reader = log.read(null)
      const id = log.lastId()
      moveTo({ log: 'own', position: 1, hasMissed: false }, [target])
      change('noor')
      expect(await nextUsers(reader, 1)).toEqual(['noor'])
      expect(await nextUsers(log.read(id), 1)).toEqual(['missed'])
      change('ana')
      expect(await nextUsers(log.read(reader.lastId()), 1)).toEqual(['ana'])
      moveTo({ log: 'common', position: 43, hasMissed: true }, [target])
      expect(await nextUsers(reader, 1)).toEqual(['missed'])
      expect(await nextUsers(log.read(id), 1)).toEqual(['missed'])
    })
  })
})

describe('the id of what is read from a replica', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  function openLog(maxLagMs = 5000) {
    const target = new EventTarget()
    const log = createEventLog(target, { replicaEventIds: new ReplicaEventIds(maxLagMs) })
    const change = () => createPublisher(target)('userChanged', { userId: 'ada' })
    const move = (position: LogPosition) => target.dispatchEvent(new CustomEvent(LOG_POSITION, { detail: position }))
    return { log, change, move }
  }

  it('is before the first event of a process that has just started', async () => {
    const { log, change } = openLog()
    const reader = log.read(log.replicaId())
    change()
    expect(await reader.next()).toBe('missed')
    vi.advanceTimersByTime(5000)
    expect(log.replicaId()).toBe(log.lastId())
  })

  it('is that of the last event which is older than the replica may be', () => {
    const { log, change } = openLog()
    vi.advanceTimersByTime(5000)
    const first = log.lastId()
    change()
    const second = log.lastId()
    vi.advanceTimersByTime(3000)
    change()
    expect(log.replicaId()).toBe(first)
    vi.advanceTimersByTime(2000)
    expect(log.replicaId()).toBe(second)
    vi.advanceTimersByTime(3000)
    expect(log.replicaId()).toBe(log.lastId())
  })

  it('is not too late with a short lag', () => {
    const { log, change } = openLog(50)
    const first = log.lastId()
    vi.advanceTimersByTime(60)
    expect(log.replicaId()).toBe(first)
    change()
    expect(log.replicaId()).toBe(first)
  })

  it('is never too late while events follow each other closely', () => {
    const { log, change } = openLog()
    vi.advanceTimersByTime(5000)
    const ids: string[] = []
    for (let ms = 0; ms < 10_000; ms += 10) {
      change()
      ids.push(log.lastId())
      vi.advanceTimersByTime(10)
      const found = ids.indexOf(log.replicaId())
      expect(found).toBeLessThanOrEqual(Math.max(ids.length - 500, -1))
      if (ids.length > 520) expect(found).toBeGreaterThan(ids.length - 521)
    }
  })

  it('is before the first event of a log that the process has just joined', async () => {
    const { log, change, move } = openLog()
    change()
    move({ log: 'common', position: 70, hasMissed: false })
    expect(log.replicaId()).toBe('common/69/69')
    expect(await log.read(log.replicaId()).next()).toBe('missed')
    vi.advanceTimersByTime(5000)
    expect(log.replicaId()).toBe(log.lastId())
  })
})
