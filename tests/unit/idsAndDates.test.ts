import { array, assert, integer, property } from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIds } from '../../resolvers/lib/ids.ts'
import { seed } from '../seed.ts'
import { dayOf, longDateOf, shortDateOf } from '../../shared/dates.ts'

const start = Date.parse('2026-05-04T09:30:00Z')

/** The timestamp at the start of a UUIDv7, in milliseconds. */
const instantOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Creates one id at each of these instants. */
function idsAt(instants: readonly number[]): string[] {
  let at = 0
  const next = createIds(() => instants[at] ?? start)
  return instants.map((_instant, index) => {
    at = index
    return next()
  })
}

describe('createIds', () => {
  test('creates a version 7 UUID with the current time', () => {
    const [id = ''] = idsAt([start])
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(instantOf(id)).toBe(start)
  })

  test('creates ascending ids within one millisecond, also when a byte of the counter overflows', () => {
    const ids = idsAt(Array.from({ length: 5000 }, () => start))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(5000)
    expect(ids.every((id) => instantOf(id) === start)).toBe(true)
  })

  test('creates ascending ids when the clock steps back, and uses the clock once it has caught up', () => {
    const ids = idsAt([start, start - 60_000, start - 1, start, start + 1])
    expect(ids).toEqual(ids.toSorted())
    expect(ids.map(instantOf)).toEqual([start, start, start, start, start + 1])
  })

  test('creates ascending ids for any sequence of clock readings', () => {
    assert(
      property(array(integer({ min: -5, max: 5 }), { maxLength: 50 }), (steps) => {
        const ids = idsAt(steps.map((step) => start + step))
        expect(ids).toEqual([...new Set(ids)].toSorted())
      }),
      { seed },
    )
  })

  test('creates different ids in two generators at the same time', () => {
    expect(idsAt([start])).not.toEqual(idsAt([start]))
  })
})

describe.each(['UTC', 'Australia/Sydney', 'America/Los_Angeles', 'Pacific/Kiritimati'])('in the zone %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone)
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test.each([
    ['2026-05-04T00:00:00.000Z', '2026-05-04', '4 May 2026'],
    ['2026-05-04T13:59:59.999Z', '2026-05-04', '4 May 2026'],
    ['2026-05-04T14:00:00.000Z', '2026-05-04', '5 May 2026'],
    ['2023-12-31T13:00:00.000Z', '2023-12-31', '1 January 2024'],
  ])('format %s as %s in UTC and as %s in Sydney', (instant, day, words) => {
    expect(dayOf(Date.parse(instant))).toBe(day)
    expect(longDateOf(Date.parse(instant))).toBe(words)
  })
})

test('a short date has the day, or the year if it is another one, in Sydney', () => {
  const now = Date.parse('2026-05-04T09:30:00Z')
  expect(shortDateOf(Date.parse('2026-01-02T00:00:00Z'), now)).toBe('2 Jan')
  expect(shortDateOf(Date.parse('2025-12-31T20:00:00Z'), now)).toBe('1 Jan')
  expect(shortDateOf(Date.parse('2025-09-30T00:00:00Z'), now)).toBe('Sept 2025')
})
