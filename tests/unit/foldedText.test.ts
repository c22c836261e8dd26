import { describe, expect, it } from 'vitest'
import { findFolded, foldText } from '../../shared/foldedText.ts'

describe('a search does not tell apart', () => {
  it.each([
    ['upper and lower case', 'ZOE', 'zoe'],
    ['accents', 'Zoë', 'zoe'],
    ['normal forms', 'Zoe\u0308', 'Zoë'],
    ['several accents', 'Nguyễn', 'nguyen'],
    ['the dotted İ', 'İpek', 'ipek'],
    ['the dotless ı', 'Işık', 'isik'],
    ['ß and ss', 'Weiß', 'WEISS'],
    ['a sigma at the end', 'Νίκος', 'ΝΙΚΟΣ'],
    ['wide letters', 'Ｗｅｆｔ', 'weft'],
    ['half-width kana', 'ｶﾞｷﾞ', 'ガギ'],
    ['ligatures', 'ﬁn', 'fin'],
    ['letters with a stroke', 'Søren Łukasz Đặng', 'soren lukasz dang'],
  ])('%s', (_name, one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })
})

it.each([
  ['か', 'が'],
  ['नी', 'न'],
  ['%', '_'],
  ['\\', ''],
])('a search tells apart %j and %j', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other))
})

it.each([
  ['Zoë', 'zoe', 'Zoë'],
  ['Zoe\u0308lle', 'OEL', 'oe\u0308l'],
  ['Aßmann', 'sm', 'ßm'],
  ['İpek', 'p', 'p'],
  ['ｶﾞｷﾞ', 'ギ', 'ｷﾞ'],
  ['\u{1f980}crab', 'c', 'c'],
])('in %j, %j is found as %j', (text, sought, found) => {
  const [start, end] = findFolded(text, sought) ?? []
  expect(text.slice(start, end)).toBe(found)
})

it.each([
  ['Zoë', 'x'],
  ['Zoë', ''],
])('in %j, %j is not found', (text, sought) => {
  expect(findFolded(text, sought)).toBeNull()
})
