import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ageAt, subscribeToAge } from '../../src/features/posts/card/age.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('the short age of a post', () => {
  it.each([
    [-hour, 'now'],
    [0, 'now'],
    [minute - 1, 'now'],
    [minute, '1 min'],
    [hour - 1, '59 min'],
    [hour, '1 h'],
    [day - 1, '23 h'],
    [day, '1 d'],
    [7 * day - 1, '6 d'],
    [7 * day, ''],
  ])('after %i ms is %j', (age, text) => {
    expect(ageAt(1_700_000_000_000 + age, 1_700_000_000_000)).toBe(text)
  })

  it('counts hours, not those of the clock, across a change to daylight saving time', () => {
    vi.stubEnv('TZ', 'Australia/Sydney')
    const createdAt = Date.parse('2026-10-03T12:00:00+10:00')
    expect(ageAt(Date.parse('2026-10-04T12:00:00+11:00'), createdAt)).toBe('23 h')
    expect(ageAt(Date.parse('2026-10-04T13:00:00+11:00'), createdAt)).toBe('1 d')
    vi.unstubAllEnvs()
  })
})

describe('the shown ages', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are right at every moment, with one timer for all of them', () => {
    const now = Date.now()
    const ages = [-2 * minute, 0, 30_000, 5 * minute, 3 * hour, 6 * day + 23 * hour, 8 * day]
    const shown = ages.map((age) => ({ createdAt: now - age, text: ageAt(now, now - age) }))
    const stops = shown.map((row) =>
      subscribeToAge(row.createdAt, () => {
        row.text = ageAt(Date.now(), row.createdAt)
      }),
    )
    expect(vi.getTimerCount()).toBe(1)
    for (let step = 0; step < 500; step += 1) {
      vi.advanceTimersByTime(17_000)
      expect(shown.map(({ text }) => text)).toEqual(shown.map(({ createdAt }) => ageAt(Date.now(), createdAt)))
    }
    for (const stop of stops) stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('need no timer for posts older than 7 days', () => {
    const stop = subscribeToAge(Date.now() - 8 * day, () => {})
    expect(vi.getTimerCount()).toBe(0)
    stop()
  })

  it('are right after the computer has slept', () => {
    const createdAt = Date.now()
    let text = 'now'
    const stop = subscribeToAge(createdAt, () => {
      text = ageAt(Date.now(), createdAt)
    })
    vi.setSystemTime(createdAt + 5 * hour)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(text).toBe('5 h')
    stop()
  })
})
