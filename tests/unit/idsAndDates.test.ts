import { array, assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, longDateOf } from '../../resolvers/lib/dates.ts'
import { createIds } from '../../resolvers/lib/ids.ts'

const start = Date.parse('2026-05-04T09:30:00Z')

/** The instant that a UUIDv7 begins with. */
const instantOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

function idsAt(instants: readonly number[]): string[] {
  let at = 0
  const next = createIds(() => instants[at] ?? start)
  return instants.map((_instant, index) => {
    at = index
    return next()
  })
}

describe('ids', () => {
  test('are UUIDs of version 7 of the instant', () => {
    const [id = ''] = idsAt([start])
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(instantOf(id)).toBe(start)
  })

  test('rise within a millisecond, also across a full byte of the counter', () => {
    const ids = idsAt(Array.from({ length: 5000 }, () => start))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(5000)
    expect(ids.every((id) => instantOf(id) === start)).toBe(true)
  })

  test('rise when the clock steps back, and follow it again once it has caught up', () => {
    const ids = idsAt([start, start - 60_000, start - 1, start, start + 1])
    expect(ids).toEqual(ids.toSorted())
    expect(ids.map(instantOf)).toEqual([start, start, start, start, start + 1])
  })

  test('rise whatever the clock does', () => {
    assert(
      property(array(integer({ min: -5, max: 5 }), { maxLength: 50 }), (steps) => {
        const ids = idsAt(steps.map((step) => start + step))
        expect(ids).toEqual([...new Set(ids)].toSorted())
      }),
    )
  })

  test('of two sources differ at the same instant', () => {
    expect(idsAt([start])).not.toEqual(idsAt([start]))
  })
})

describe('days', () => {
  test.each([
    ['2026-05-04T00:00:00.000Z', '2026-05-04', '4 May 2026'],
    ['2026-05-04T13:59:59.999Z', '2026-05-04', '4 May 2026'],
    ['2026-05-04T14:00:00.000Z', '2026-05-04', '5 May 2026'],
    ['2023-12-31T13:00:00.000Z', '2023-12-31', '1 January 2024'],
  ])('%s is %s in UTC and %s in Sydney', (instant, day, words) => {
    expect(dayOf(Date.parse(instant))).toBe(day)
    expect(longDateOf(Date.parse(instant))).toBe(words)
  })
})
