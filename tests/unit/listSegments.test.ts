import { expect, it } from 'vitest'
import { countOf, segmentAt, segmentsOf, withoutFirst } from '../../src/apollo/listSegments.ts'

/** The rows of a long list that are known but not loaded. */

const segments = segmentsOf(Array.from({ length: 250 }, (_, row) => ({ cursor: `row ${row}` })))

it('remembers the number of rows and a cursor for each 100 rows', () => {
  expect(segments).toEqual([
    { count: 100, end: 'row 99' },
    { count: 100, end: 'row 199' },
    { count: 50, end: 'row 249' },
  ])
  expect(countOf(segments)).toBe(250)
  expect([0, 99, 100, 249, 300].map((row) => segmentAt(segments, row))).toEqual([0, 0, 1, 2, 2])
})

it('leaves out the first rows, and keeps the rest of a segment that starts with them', () => {
  expect(withoutFirst(segments, 0)).toEqual(segments)
  expect(withoutFirst(segments, 130)).toEqual([
    { count: 70, end: 'row 199' },
    { count: 50, end: 'row 249' },
  ])
  expect(withoutFirst(segments, 250)).toEqual([])
})
