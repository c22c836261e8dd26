import { expect, it } from 'vitest'
import { createEventLog } from '../../resolvers/events/eventLog.ts'
import { EVENT_LIFETIME_MS, MAX_LOGGED_EVENTS, NEW_EVENTS, newEvent } from '../../resolvers/events/events.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'

function openLog(store = createMemoryStore()) {
  const signal = new EventTarget()
  const failures: unknown[] = []
  const log = createEventLog(store.read.events, { signal, onEvents: () => {}, report: (error) => failures.push(error) })
  /** Stores a change of each user, at an instant. */
  const change = async (...userIds: string[]) => {
    await store.transaction((tx) => tx.events.append(userIds.map((userId) => newEvent('userChanged', { userId }, 1))))
    signal.dispatchEvent(new Event(NEW_EVENTS))
  }
  return { store, log, signal, failures, change }
}

const users = (count: number) => Array.from({ length: count }, (_, index) => `user ${index + 1}`)

it('reads events in the order of their numbers, from the present on', async () => {
  const { log, change } = openLog()
  await change('before')
  const reader = await log.read(null)
  await change('one', 'two')
  expect(await reader.next()).toMatchObject({ topic: 'userChanged', payload: { userId: 'one' }, number: 2 })
  expect(await reader.next()).toMatchObject({ payload: { userId: 'two' }, number: 3 })
  expect(reader.lastId()).toBe('3')
})

it('continues after an id, also in a process that has started since', async () => {
  const { store, log, change } = openLog()
  await log.read(null)
  await change('one', 'two')
  const reader = await openLog(store).log.read('1')
  const event = await reader.next()
  expect(event).toMatchObject({ payload: { userId: 'two' } })
  expect(event && event !== 'missed' && reader.isReplayed(event)).toBe(true)
})

it('continues after an id from before its start, and then with new events', async () => {
  const { store, change: changeBefore } = openLog()
  await changeBefore('one', 'two', 'three', 'two')
  const { log, change } = openLog(store)
  await log.update()
  await change('four')
  const reader = await log.read('1')
  const numbers: unknown[] = []
  for (let count = 0; count < 3; count += 1) numbers.push(await reader.next())
  expect(numbers).toMatchObject([{ number: 3 }, { number: 4 }, { number: 5 }])
})

it('returns the last of equal events that were not read', async () => {
  const { log, change } = openLog()
  const reader = await log.read(null)
  await change('one', 'two', 'one')
  expect([await reader.next(), await reader.next()]).toMatchObject([{ number: 2 }, { number: 3 }])
})

it.each(['0', '1002', 'next', ''])('says that events after %j were missed', async (id) => {
  const { log, change } = openLog()
  await change(...users(MAX_LOGGED_EVENTS), 'one more')
  const reader = await log.read(id)
  expect(await reader.next()).toBe('missed')
})

it('says that events were missed which are stored no more', async () => {
  const { store, change: changeBefore } = openLog()
  await changeBefore('old', 'older')
  await store.transaction((tx) => tx.events.removeBefore(EVENT_LIFETIME_MS, 10))
  const { log, change } = openLog(store)
  const reader = await log.read('1')
  expect(await reader.next()).toBe('missed')
  await change('new')
  expect(await reader.next()).toMatchObject({ payload: { userId: 'new' }, number: 3 })
})

it('says that events were missed after all data was replaced', async () => {
  const { store, log, signal, change } = openLog()
  const reader = await log.read(null)
  await change('one')
  await store.transaction((tx) => tx.events.append([newEvent('dataReplaced', {}, 1)]))
  signal.dispatchEvent(new Event(NEW_EVENTS))
  expect(await reader.next()).toBe('missed')
})

it('skips events of a later version', async () => {
  const { store, log, signal, change } = openLog()
  const reader = await log.read(null)
  const event = { topic: 'postPinned', payload: { postId: 'post' }, audience: null, at: 1 }
  await store.transaction((tx) => tx.events.append([event]))
  signal.dispatchEvent(new Event(NEW_EVENTS))
  await change('one')
  expect(await reader.next()).toMatchObject({ payload: { userId: 'one' } })
})

it('reads again at the next signal after the store has failed', async () => {
  const { store, failures, log, change } = openLog()
  const reader = await log.read(null)
  const { after } = store.read.events
  store.read.events.after = async () => Promise.reject(new Error('No answer'))
  await change('one')
  await expect.poll(() => failures.length).toBe(1)
  store.read.events.after = after
  await change('two')
  expect(await reader.next()).toMatchObject({ payload: { userId: 'one' } })
})

it('ends a reader that waits', async () => {
  const { log } = openLog()
  const reader = await log.read(null)
  const next = reader.next()
  reader.end()
  expect(await next).toBeNull()
  expect(log.readerCount).toBe(0)
})
