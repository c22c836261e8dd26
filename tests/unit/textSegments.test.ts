import { describe, expect, it } from 'vitest'
import { addressesIn } from '../../shared/addresses.ts'
import { shownOffset, shownText } from '../../src/features/texts/shownText.ts'
import { textSegments, type LinkedMention, type TextSegment } from '../../src/features/texts/textSegments.ts'

function segmentsOf(text: string): TextSegment[] {
  return textSegments(text, addressesIn(text))
}

/** Returns the links in a text, as "text -> target". */
function linksIn(text: string): string[] {
  const parts = segmentsOf(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  return parts.flatMap(({ text: shown, to, href }) => ((to ?? href) ? [`${shown} -> ${to ?? href}`] : []))
}

describe('the links in a text', () => {
  it.each([
    ['Plain text: 3.14, a/b, and so on.', []],
    ['See https://weft.example/a?b=c#d.', ['https://weft.example/a?b=c#d -> https://weft.example/a?b=c#d']],
    ['(www.weft.example/a_(b))', ['www.weft.example/a_(b) -> https://www.weft.example/a_(b)']],
    ['"http://weft.example", he said', ['http://weft.example -> http://weft.example/']],
    ['Write to ana@mail.example!', ['ana@mail.example -> mailto:ana@mail.example']],
    ['mailto:ana@mail.example', ['mailto:ana@mail.example -> mailto:ana@mail.example']],
    ['Mailto:ana@mail.example', ['Mailto:ana@mail.example -> mailto:ana@mail.example']],
    ['weft.social, Weft.com/a#b?', ['weft.social -> https://weft.social/', 'Weft.com/a#b -> https://weft.com/a#b']],
    ['weft.co.uk, weft.de/x', ['weft.co.uk -> https://weft.co.uk/', 'weft.de/x -> https://weft.de/x']],
    ['readme.md, src/main.rs, a.py, run.sh, Makefile.pl/x, well.it is', []],
    [
      'https://weft.md, www.weft.rs, ana@weft.rs',
      [
        'https://weft.md -> https://weft.md/',
        'www.weft.rs -> https://www.weft.rs/',
        'ana@weft.rs -> mailto:ana@weft.rs',
      ],
    ],
    ['http://localhost:5173/x', ['http://localhost:5173/x -> http://localhost:5173/x']],
    ['“Is it https://weft.example/a’b”…', ['https://weft.example/a -> https://weft.example/a']],
    ['See weft.example, notes.txt, vat.jpg, 1.5.com.x, //weft.com, ftp://weft.com', []],
    ['Ask @ines.weaves.', ['@ines.weaves -> /user/ines.weaves']],
    ['@ana.com #tag.com', ['@ana.com -> /user/ana.com', '#tag -> /tag/tag']],
    ['Thanks @kenjimori, and @ines_weaves.', ['@kenjimori -> /user/kenjimori', '@ines_weaves -> /user/ines_weaves']],
    ['شكرا @kenjimori على #indigo', ['@kenjimori -> /user/kenjimori', '#indigo -> /tag/indigo']],
    ['#Indigo and #藍染', ['#Indigo -> /tag/indigo', '#藍染 -> /tag/%E8%97%8D%E6%9F%93']],
    [
      'https://weft.example/#part @ana',
      ['https://weft.example/#part -> https://weft.example/#part', '@ana -> /user/ana'],
    ],
    ['javascript:alert(1) data:text/html,hi file:///etc vbscript:x', []],
    ['JAVASCRIPT:https', []],
    ['http:// https:///x http://1 www. @ # @@a a@b', []],
    ['me@', []],
    ['👉https://weft.example/a', ['https://weft.example/a -> https://weft.example/a']],
    [
      '❤️https://weft.example 1️⃣www.weft.example',
      ['https://weft.example -> https://weft.example/', 'www.weft.example -> https://www.weft.example/'],
    ],
    [
      '→https://weft.example €www.weft.example',
      ['https://weft.example -> https://weft.example/', 'www.weft.example -> https://www.weft.example/'],
    ],
    ['👉weft.com ✉ana@mail.example', ['weft.com -> https://weft.com/', 'ana@mail.example -> mailto:ana@mail.example']],
    ['参照https://weft.example/a', ['https://weft.example/a -> https://weft.example/a']],
    ['ดูที่https://weft.example/a', ['https://weft.example/a -> https://weft.example/a']],
    ['여기https://weft.example/a', ['https://weft.example/a -> https://weft.example/a']],
    [
      '見てweft.com、連絡はana@mail.example',
      ['weft.com -> https://weft.com/', 'ana@mail.example -> mailto:ana@mail.example'],
    ],
    ['xhttps://weft.example яhttps://weft.example 1https://weft.example', []],
    [
      'https://a.example/?u=https://b.example/',
      ['https://a.example/?u=https://b.example/ -> https://a.example/?u=https://b.example/'],
    ],
    ['https://a.example/→b', ['https://a.example/→b -> https://a.example/%E2%86%92b']],
    ['http://weft.example/\u200b에서', ['http://weft.example/ -> http://weft.example/']],
    [
      'http://weft.example\u2060/a\ufeff http://weft.example/\u200dx',
      ['http://weft.example -> http://weft.example/', 'http://weft.example/ -> http://weft.example/'],
    ],
    [
      '\u2067https://weft.example/\u2069 https://weft.example/a\u00adb',
      ['https://weft.example/ -> https://weft.example/', 'https://weft.example/a -> https://weft.example/a'],
    ],
    [
      'https://fa.example/نرم\u200cافزار',
      [
        'https://fa.example/نرم\u200cافزار -> https://fa.example/%D9%86%D8%B1%D9%85%E2%80%8C%D8%A7%D9%81%D8%B2%D8%A7%D8%B1',
      ],
    ],
    ['#نرم\u200cافزار', [`#نرم\u200cافزار -> /tag/${encodeURIComponent('نرم\u200cافزار')}`]],
    [`https://weft.example/${'a'.repeat(3000)}`, []],
  ])('in %j are %j', (text, links) => {
    expect(linksIn(text)).toEqual(links)
  })

  it.each([
    ['https://bank.example@evil.example/', 'evil.example'],
    ['https://аррle.example', 'xn--le-6kc8da.example'],
    ['https://bücher.example', undefined],
    ['https://weft.example', undefined],
    ['аррle.com', 'xn--le-6kc8da.com'],
    ['https://pɑypal.com', 'xn--pypal-0jc.com'],
    ['https://bank.example\u2044login.evil.example/', 'bank.xn--examplelogin-xk0g.evil.example'],
    ['https://bank.example\u2215login.evil.example/', 'bank.xn--examplelogin-ni5g.evil.example'],
    ['https://\u017facebook.com', 'sacebook.com'],
    ['https://paypa\u1e37.com', 'xn--paypa-hj1b.com'],
    ['https://łódź.example', undefined],
    ['me@аррle.com', 'xn--le-6kc8da.com'],
    ['me@bücher.example', undefined],
  ])('%s warns of the host %s', (text, host) => {
    expect(segmentsOf(text)[0]?.realHost).toBe(host)
  })

  it.each([
    '%a',
    'a.',
    'a@',
    'http://',
    ')',
    '@a',
    '#a ',
    '#',
    'www.',
    'https://a.b/)',
    ' a@a',
    ' a.co',
    "https://a.b/'",
    'https://a.b/{[(',
  ])('are found without hanging in 100,000 characters of %j', (piece) => {
    const text = piece.repeat(100_000 / piece.length)
    expect(
      segmentsOf(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it.each(['https://weft.example/ ', '@ana ', '@ana.com '])(
    'are the first 1,000 in 100,000 characters of %j',
    (piece) => {
      expect(linksIn(piece.repeat(100_000 / piece.length))).toHaveLength(1000)
    },
  )

  it('are not looked for after the first 100,000 characters of a text of 10 MB', () => {
    const linked = addressesIn('https://weft.example/ '.repeat(500_000)).filter(({ href }) => href)
    expect(linked).toHaveLength(4545)
  })
})

describe('the mentions in a text', () => {
  const mentionsIn = (text: string, mentions: readonly LinkedMention[]) =>
    textSegments(text, addressesIn(text), mentions).flatMap(({ text: shown, to }) => (to ? [`${shown} -> ${to}`] : []))

  it('are the given ones, and no others', () => {
    const mentions = [{ start: 3, end: 7, to: '/userprofile/1' }]
    expect(mentionsIn('To @ana, @ben and #weld', mentions)).toEqual(['@ana -> /userprofile/1', '#weld -> /tag/weld'])
    expect(mentionsIn('To @ana', [])).toEqual([])
  })

  it.each([
    ['in full', true, '\n\n🧵 \n \n\nTo @ana'],
    ['without blank lines', false, '🧵 \n \nTo @ana'],
  ])('are found in a text that is shown %s', (_, isFull, shown) => {
    const written = '\n\n🧵 \n \n\nTo @ana\n\n'
    const text = shownText(written, isFull)
    const offset = shownOffset(written, written.indexOf('@ana'), isFull)
    expect(text.slice(0, offset + 4)).toBe(shown)
  })

  it('are found behind marks that are left out', () => {
    const written = `a${'\u0301'.repeat(600)} @ana`
    const text = shownText(written, false)
    expect(text.slice(shownOffset(written, written.indexOf('@ana'), false))).toBe('@ana')
    expect(text).toHaveLength(1 + 500 + 5)
  })
})
