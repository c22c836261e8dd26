import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchedNameRanges, matchedRanges, matcherOf, searchTerms, wordsOf } from '../../shared/searchWords.ts'
import { isStorable } from '../../resolvers/store/text.ts'
import { seed } from '../seed.ts'

describe('the words of a text', () => {
  it.each([
    ['letters and digits', 'Warp 10, weft 2b!', ['warp', '10', 'weft', '2b']],
    ['tags and names', '#warp_weft @ada ＃loom', ['warp', 'weft', 'ada', 'loom']],
    ['each once', 'weft WEFT Weft', ['weft']],
    ['the same for every spelling', 'Zoë Zoe\u0308 ＺＯＥ İpek Weiß ﬁn', ['zoe', 'ipek', 'weiss', 'fin']],
    ['no signs', `a%b_c\\d'e"f&g|h!i:j*k`, Array.from('abcdefghijk')],
    [
      'no characters that do not show',
      '1\ufe0f\u20e3 \u2764\ufe0fabc hy\u00adphen نرم\u200cافزار',
      ['1', 'abc', 'hyphen', 'نرمافزار'],
    ],
    ['marks that a script needs', 'नीला', ['नीला']],
    ['the digits of a fraction', '½', ['12']],
    ['no emoji', '\u{1f980}\u{1f1eb}\u{1f1f7} 👩‍🚀', []],
    ['neighbours without spaces', '東京都', ['東京', '京都', '都']],
    ['kana of half width', 'ｶﾞｷﾞ', ['ガギ', 'ギ']],
    ['scripts beside one another', 'Weft社2026年', ['weft', '社', '2026', '年']],
    ['Thai letters with their marks', 'ดีมาก', ['ดีม', 'มา', 'าก', 'ก']],
    ['Korean words', '한국어 사전', ['한국어', '사전']],
  ])('are %s', (_what, text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('are compared by 100 characters', () => {
    expect(wordsOf('\u{1d400}'.repeat(300))).toEqual(['a'.repeat(100)])
    expect(wordsOf('\u{10400}'.repeat(300))).toEqual(['\u{10428}'.repeat(100)])
    expect(searchTerms('a'.repeat(150))).toEqual([{ word: 'a'.repeat(100), isPrefix: true }])
  })

  it('are storable letters, digits and marks, and find the text', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        'a',
        'É',
        'e\u0301',
        'ß',
        'İ',
        '½',
        'ﷺ',
        '東',
        'ｶ',
        'ﾞ',
        'ก',
        '\u0e31',
        '\u1100',
        '\u1161',
        '가',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 1 }),
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const words = wordsOf(text)
        for (const word of words) {
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          expect(isStorable(word)).toBe(true)
        }
        const terms = searchTerms(text)
        expect(matcherOf(terms)(words)).toBe(words.length > 0)
        expect(new Set(terms.map(({ word }) => word)).size).toBe(terms.length)
      }),
      { seed },
    )
  })
})

describe('a query', () => {
  it.each([
    ['weaving', 'weav', true],
    ['weaving', 'eav', false],
    ['weaving a loom', 'loom weaving', true],
    ['weaving a loom', 'weaving loo', true],
    ['weaving a loom', 'weav loom', false],
    ['weaving a loom', 'loom loo', true],
    ['Zoë', 'ZOE', true],
    ['Straße', 'strasse', true],
    ['100%', '100%', true],
    ['weaving', '%', false],
    ['weaving', '', false],
    ['東京都', '京', true],
    ['東京都', '京都', true],
    ['東京都', '東京都', true],
    ['東京都', '東都', false],
    ['東京都の猫', '東 猫', true],
    ['東京都', '東京府', false],
  ])('finds in %j by %j: %s', (text, query, isFound) => {
    expect(matcherOf(searchTerms(query))(wordsOf(text))).toBe(isFound)
    expect(matchedRanges(text, query).length > 0 || !isFound).toBe(true)
  })
})

it.each([
  ['Zoë and Zoe\u0308lle, zo', 'ZOE', ['Zoë', 'Zoe\u0308lle']],
  ['Ｗｅｆｔ, wefts', 'weft a', ['Ｗｅｆｔ']],
  ['Ｗｅｆｔ, wefts', 'weft', ['Ｗｅｆｔ', 'wefts']],
  ['Weiß, weis', 'weiss', ['Weiß']],
  ['İpek', 'ipe', ['İpek']],
  ['\u{1f980}crab\u{1f980} 1\ufe0f\u20e3', 'crab 1', ['crab', '1\ufe0f\u20e3']],
  ['#weft_2 @weft', 'weft', ['weft', 'weft']],
  ['東京都と京都', '京都', ['京都', '京都']],
  ['東京都庁', '東京都', ['東京都']],
  ['ｶﾞｷﾞ', 'ガ', ['ｶﾞｷﾞ']],
  ['warp', '%', []],
  ['warp', '', []],
])('marks in %j by %j what the search found', (text, query, marked) => {
  expect(matchedRanges(text, query).map(([start, end]) => text.slice(start, end))).toEqual(marked)
})

it.each([
  ['Maria Smith', 'smi mar', ['Maria', 'Smith']],
  ['@maria_smith', '@maria_s', ['maria', 'smith']],
  ['Annamaria', 'maria', []],
])('marks in the name %j by %j what the search for users found', (name, query, marked) => {
  expect(matchedNameRanges(name, query).map(([start, end]) => name.slice(start, end))).toEqual(marked)
})
