import { describe, expect, it } from 'vitest'
import { tagsIn } from '../../shared/tagsIn.ts'
import { findTags, foldedTag, MAX_TAG_LENGTH } from '../../shared/tags.ts'

describe('the tags in a text', () => {
  it.each([
    ['#One, #two. (#three) "#four"', ['one', 'two', 'three', 'four']],
    ['#One #ONE #one', ['one']],
    ['#снег #雪 #برف #हिन्दी #snow_2026', ['снег', '雪', 'برف', 'हिन्दी', 'snow_2026']],
    ['＃全角 #e\u0301te\u0301', ['全角', 'été']],
    ['a#b #1 #_ # #️⃣ ##c &#39; https://weft.example/#part #-d', []],
    ['#a#b', ['a']],
    ['#test/#test2 a/#b', ['test', 'test2', 'b']],
    ['#نرم\u200cافزار #ක්\u200dෂ', ['نرم\u200cافزار', 'ක්\u200dෂ']],
    ['#col·lecció #スター・ウォーズ #ｽﾀｰ･ｳｫｰｽﾞ #a‧b', ['col·lecció', 'スター・ウォーズ', 'a‧b']],
    ['#col· #a·· ·#b #c\u200c #·d #\u200de', ['col', 'a', 'b', 'c']],
    ['❤️#one 👉#two', ['one', 'two']],
    ['https://weft.example/?#part www.weft.example/,#part weft.com/(#part)', []],
    ['👉https://weft.example/=#part ftp://weft.example/?#part', []],
    ['参照https://weft.example/?a=#part https://weft.example/ #one', ['one']],
    [`https://weft.example/${'a'.repeat(3000)}?#part`, []],
    ['https://weft.example,\u200b#one', ['one']],
    [`#${'x'.repeat(MAX_TAG_LENGTH)} #${'y'.repeat(MAX_TAG_LENGTH + 1)}`, ['x'.repeat(MAX_TAG_LENGTH)]],
  ])('%s', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags)
  })

  it('finds at most 30 different tags', () => {
    const text = Array.from({ length: 40 }, (_, index) => `#tag${index}`).join(' ')
    expect(tagsIn(text)).toHaveLength(30)
  })

  it('returns the start and end of each tag', () => {
    const text = 'One 🦀 #Two\n#three!'
    expect(findTags(text).map(({ tag, start, end }) => [tag, text.slice(start, end)])).toEqual([
      ['two', '#Two'],
      ['three', '#three'],
    ])
  })

  it('are folded in the same way when they are searched for', () => {
    expect(['#Weft', 'WEFT', '＃ｗｅｆｔ'].map(foldedTag)).toEqual(['weft', 'weft', 'weft'])
  })
})
