import { describe, expect, it } from 'vitest'
import { textParts } from '../../src/features/posts/textParts.ts'

/** Returns the links in a text, as "text -> target". */
function linksIn(text: string): string[] {
  const parts = textParts(text)
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
    [`https://weft.example/${'a'.repeat(3000)}`, []],
  ])('in %j are %j', (text, links) => {
    expect(linksIn(text)).toEqual(links)
  })

  it.each([
    ['https://bank.example@evil.example/', 'evil.example'],
    ['https://аррle.example', 'xn--le-6kc8da.example'],
    ['https://bücher.example', undefined],
    ['https://weft.example', undefined],
  ])('%s warns of the host %s', (text, host) => {
    expect(textParts(text)[0]?.realHost).toBe(host)
  })

  it.each(['%a', 'a.', 'a@', 'http://', ')', '@a', '#a ', '#', 'www.', 'https://a.b/)', ' a@a'])(
    'are found in a second in 100,000 characters of %j',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length)
      expect(
        textParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    },
    1000,
  )
})
