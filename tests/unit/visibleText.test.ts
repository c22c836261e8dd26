import { describe, expect, it } from 'vitest'
import { fullName, shortName } from '../../src/features/people/userLinks.ts'
import { isVisible, withoutBlankLines } from '../../shared/visibleText.ts'

describe('isVisible', () => {
  it.each([
    ['an empty text', ''],
    ['spaces and line breaks', ' \n\t\u00A0'],
    ['a zero-width space', '\u200B'],
    ['a word joiner and a byte order mark', '\u2060\uFEFF'],
    ['a soft hyphen', '\u00AD'],
    ['a Hangul filler', '\u3164'],
    ['a blank Braille pattern', '\u2800'],
    ['control characters', '\u0000\u0007'],
    ['a tag character', '\u{E0041}'],
  ])('finds nothing to see in %s', (_, text) => {
    expect(isVisible(text)).toBe(false)
  })

  it.each(['a', ' . ', '\u200Bא', '❤️', '👩‍👩‍👧', '1️⃣', '\u0301'])('finds something to see in %j', (text) => {
    expect(isVisible(text)).toBe(true)
  })
})

describe('a text without blank lines', () => {
  it.each([
    ['\n'.repeat(60) + 'x' + '\n'.repeat(60), 'x'],
    ['a\n\n\n\nb', 'a\n\nb'],
    ['a\n\nb\nc', 'a\n\nb\nc'],
    [' \n\u200b\n  a\n\u2800\n\u00a0\nb\r\n', '  a\n\u2800\nb\r'],
    ['\n \n', ''],
    ['', ''],
  ])('%j is %j', (text, expected) => {
    expect(withoutBlankLines(text)).toBe(expected)
  })
})

describe('the name of a user', () => {
  it.each([
    ['first and last name', { firstName: 'Ana', lastName: 'Lima' }, 'Ana Lima', 'Ana'],
    ['a last name only', { firstName: '', lastName: 'Lima' }, 'Lima', 'ana'],
    ['no name', { firstName: '', lastName: '' }, 'ana', 'ana'],
    ['a first name of a zero-width space', { firstName: '\u200B', lastName: '' }, 'ana', 'ana'],
    ['names of a space and a filler', { firstName: ' ', lastName: '\u3164' }, 'ana', 'ana'],
  ])('with %s', (_, names, full, short) => {
    const user = { ...names, username: 'ana' }
    expect(fullName(user)).toBe(full)
    expect(shortName(user)).toBe(short)
  })
})
