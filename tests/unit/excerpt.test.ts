import { describe, expect, it } from 'vitest'
import { excerpt } from '../../shared/excerpt.ts'

describe('the excerpt of a text', () => {
  it.each([
    ['Warp and weft', 'Warp and weft'],
    ['  Warp\n\n and\tweft ', 'Warp and weft'],
    ['Six metres of cotton, all of it indigo', 'Six metres of…'],
    ['Antidisestablishmentarianism', 'Antidisestablish…'],
    ['🧶'.repeat(9), `${'🧶'.repeat(8)}…`],
    [`a${'🧶'.repeat(9)}`, `a${'🧶'.repeat(7)}…`],
    [`${'a'.repeat(12)}👨‍👩‍👧`, `${'a'.repeat(12)}…`],
    [`${'a'.repeat(15)}e\u0301`, `${'a'.repeat(15)}…`],
    ['', ''],
    [' \n ', ''],
  ])('of %j is %j', (text, expected) => {
    expect(excerpt(text, 16)).toBe(expected)
  })

  it('of a very long text reads only its start', () => {
    expect(excerpt('weft '.repeat(1_000_000), 9)).toBe('weft…')
  })
})
