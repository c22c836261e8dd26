import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NEW_EVENTS } from '../../resolvers/events/events.ts'
import { EventFeed } from '../../resolvers/events/eventFeed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openFeed(numberEvents: () => Promise<number>) {
  const failures: unknown[] = []
  let notify: () => void = () => {}
  let isListening = true
  const feed = new EventFeed(
    { numberEvents },
    {
      listen: (onNotification) => {
        notify = onNotification
        return () => (isListening = false)
      },
      report: (error) => failures.push(error),
    },
  )
  let signals = 0
  feed.addEventListener(NEW_EVENTS, () => (signals += 1))
  return { feed, failures, notify: () => notify(), signals: () => signals, isListening: () => isListening }
}

it('numbers events after each commit, and tells about new numbers only', async () => {
  let last = 3
  const { feed, signals } = openFeed(async () => last)
  await vi.advanceTimersByTimeAsync(100)
  expect(signals()).toBe(1)
  last = 5
  feed.dispatchEvent()
  await vi.advanceTimersByTimeAsync(100)
  expect(signals()).toBe(2)
  feed.dispatchEvent()
  await vi.advanceTimersByTimeAsync(100)
  expect(signals()).toBe(2)
  await feed.close()
})

it('numbers the events of many commits at once', async () => {
  let calls = 0
  const { feed } = openFeed(async () => (calls += 1))
  await vi.advanceTimersByTimeAsync(100)
  for (let commit = 0; commit < 100; commit += 1) feed.dispatchEvent()
  await vi.advanceTimersByTimeAsync(100)
  expect(calls).toBe(3)
  await feed.close()
})

it('finds the events of a killed process within a second', async () => {
  let last = 3
  const { feed, signals } = openFeed(async () => last)
  await vi.advanceTimersByTimeAsync(100)
  last = 4
  await vi.advanceTimersByTimeAsync(1000)
  expect(signals()).toBe(2)
  await feed.close()
})

it('tells about the numbers of other processes', async () => {
  const { feed, notify, signals } = openFeed(async () => 3)
  await vi.advanceTimersByTimeAsync(100)
  notify()
  expect(signals()).toBe(2)
  await feed.close()
})

it('reports a failure, and tries again', async () => {
  let isBroken = true
  const { feed, failures, signals } = openFeed(async () => (isBroken ? Promise.reject(new Error('No answer')) : 3))
  await vi.advanceTimersByTimeAsync(100)
  expect(failures).toHaveLength(1)
  isBroken = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(signals()).toBe(1)
  await feed.close()
})

it('stops', async () => {
  let calls = 0
  const { feed, isListening } = openFeed(async () => (calls += 1))
  await vi.advanceTimersByTimeAsync(100)
  await feed.close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([calls, isListening()]).toEqual([1, false])
})
