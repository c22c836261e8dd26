import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ageAt, TICK_MS, useAge } from '../../src/features/posts/card/age.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('the short age of a post', () => {
  it.each([
    [-2 * day, ''],
    [-minute, ''],
    [1 - minute, 'now'],
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

  it('are right after each tick, until their post is removed', () => {
    const now = Date.now()
    const createdAt = [-2 * minute, 0, 30_000, 5 * minute, 3 * hour, 6 * day + 23 * hour, 8 * day].map(
      (age) => now - age,
    )
    const { result, unmount } = renderHook(() => createdAt.map(useAge))
    for (let step = 0; step < 300; step += 1) {
      act(() => void vi.advanceTimersByTime(TICK_MS))
      expect(result.current).toEqual(createdAt.map((time) => ageAt(Date.now(), time)))
    }
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are right after the computer has slept', () => {
    const createdAt = Date.now()
    const { result } = renderHook(() => useAge(createdAt))
    expect(result.current).toBe('now')
    vi.setSystemTime(createdAt + 5 * hour)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(result.current).toBe('5 h')
  })
})
