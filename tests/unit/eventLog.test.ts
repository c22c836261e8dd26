import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventLog, type EventLog } from '../../resolvers/events/eventLog.ts'
import { createPublisher, MAX_LOGGED_EVENTS } from '../../resolvers/events/events.ts'

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

  describe('with an interval', () => {
    beforeEach(() => {
      vi.useFakeTimers()
      log = createEventLog(target, 1000)
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('logs the first of many equal events at once, and the last at the end of the interval', async () => {
      const ids = [log.lastId()]
      const noteId = () => {
        if (ids.at(-1) !== log.lastId()) ids.push(log.lastId())
      }
      const reader = log.read(null)
      for (let count = 0; count < 100; count += 1) {
        change('ada')
        noteId()
        vi.advanceTimersByTime(10)
        noteId()
      }
      vi.advanceTimersByTime(5000)
      noteId()
      expect(ids).toHaveLength(3)
      expect(await nextUsers(reader, 1)).toEqual(['ada'])
      expect(vi.getTimerCount()).toBe(0)
    })

    it('logs other events meanwhile', async () => {
      const reader = log.read(null)
      for (const user of ['ada', 'ada', 'mira']) change(user)
      expect(await nextUsers(reader, 2)).toEqual(['ada', 'mira'])
    })
  })
})
