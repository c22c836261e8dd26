import { describe, expect, it } from 'vitest'
import { cutText } from '../../shared/cutText.ts'

describe('the start of a text', () => {
  it.each([
    ['warp', 'warp'],
    ['weft and warp', 'weft and'],
    ['1234567🧶', '1234567'],
    ['12345👩‍👩‍👧', '12345'],
    ['123456🇫🇷', '123456'],
    ['1234567e\u0301', '1234567'],
    ['1234567\r\n', '1234567'],
    ['नमस्ते की', 'नमस्ते '],
    ['z' + '\u0301'.repeat(10), ''],
  ])('%j is cut between graphemes', (text, expected) => {
    expect(cutText(text, 8)).toBe(expected)
  })

  it('is cut within a letter of thousands of marks', () => {
    expect(cutText(`z${'\u0301'.repeat(99_999)}`, 2000)).toHaveLength(2000)
  })
})
