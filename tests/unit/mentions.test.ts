import { describe, expect, it } from 'vitest'
import { findMentions, hasNameFrom, mentionOf } from '../../shared/mentions.ts'
import { typedMention } from '../../src/features/mentions/typedMention.ts'

describe('a username', () => {
  it.each([
    ['kenji', '@kenji'],
    ['ines.weaves', '@ines.weaves'],
    ['藍', '@藍'],
    ['Ana Maria', '@"Ana Maria"'],
    ['ana@mail.example', '@"ana@mail.example"'],
    ['dot.', '@"dot."'],
    ['🧵', '@"🧵"'],
    ['a "quoted" name', null],
    ['two\nlines', null],
    ['', null],
  ])('%j is written as %j', (username, text) => {
    expect(mentionOf(username)).toBe(text)
    if (text !== null) expect(findMentions(`To ${text}, ok`).map((place) => place.username)).toEqual([username])
  })

  it.each(['ke', 'KE', 'mo', 'zoë', 'zoe'])('is found by the start %j of a name', (prefix) => {
    expect(hasNameFrom({ username: 'Zoë_k', firstName: 'Kenji', lastName: 'Mori' }, prefix)).toBe(true)
  })

  it.each(['enji', 'k m', '_'])('is not found by %j', (prefix) => {
    expect(hasNameFrom({ username: 'Zoë_k', firstName: 'Kenji', lastName: 'Mori' }, prefix)).toBe(false)
  })
})

describe('the mention that is typed', () => {
  /** The caret is at the `|`. */
  const typedIn = (marked: string) => typedMention(marked.replace('|', ''), marked.indexOf('|'))

  it.each([
    ['@k|', { start: 0, end: 2, prefix: 'k' }],
    ['Ask (@ken|)', { start: 5, end: 9, prefix: 'ken' }],
    ['Ask @ke|nji', { start: 4, end: 10, prefix: 'ke' }],
    ['@ana @ben.w|', { start: 5, end: 11, prefix: 'ben.w' }],
    ['🧵 @藍|', { start: 3, end: 5, prefix: '藍' }],
  ])('in %j is %j', (text, typed) => {
    expect(typedIn(text)).toEqual(typed)
  })

  it.each([
    '|@ke',
    '@|ke',
    '@ke |',
    '@ke.|',
    'me@ke|',
    'https://weft.example/@ke|',
    '@"Ana| Maria"',
    '@"Ana|',
    '@|',
    '|',
  ])('in %j is none', (text) => {
    expect(typedIn(text)).toBeNull()
  })
})
