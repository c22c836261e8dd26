import { describe, expect, it } from 'vitest'
import { RowHeights } from '../../src/ui/windowedList/RowHeights.ts'

describe('heights of rows', () => {
  it('uses the average of the first measured rows for the others', () => {
    const heights = new RowHeights()
    expect(heights.of('other')).toBe(250)
    heights.set('a', 100)
    heights.set('b', 300)
    heights.set('b', 200)
    expect(heights.of('other')).toBe(150)
  })

  it('keeps the estimate while more rows are measured, so that far rows stay where they are', () => {
    const heights = new RowHeights()
    for (let row = 0; row < 20; row += 1) heights.set(`row ${row}`, 100)
    for (let row = 20; row < 5000; row += 1) heights.set(`row ${row}`, 900)
    expect(heights.sum([], -10_000, 0)).toBe(1_000_000)
    expect(heights.of('row 4999')).toBe(900)
  })

  it('starts a new estimate when the width of the list has changed', () => {
    const heights = new RowHeights()
    heights.set('a', 100)
    heights.clear()
    heights.set('a', 200)
    expect(heights.of('other')).toBe(200)
  })

  it('keeps the estimate of an earlier visit, until the width of the list has changed', () => {
    const heights = new RowHeights(300)
    heights.set('a', 100)
    expect(heights.of('a')).toBe(100)
    expect(heights.of('other')).toBe(300)
    heights.clear()
    heights.set('a', 200)
    expect(heights.of('other')).toBe(200)
  })
})
