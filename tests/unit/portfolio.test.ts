import { describe, expect, it } from 'vitest'
import { portfolioLink, portfolioProblem } from '../../src/features/profile/portfolio.ts'

describe('portfolioLink', () => {
  it.each([
    ['http://ana.example/a', 'http://ana.example/a', 'ana.example/a'],
    ['HTTPS://Ana.example/', 'https://ana.example/', 'Ana.example'],
    ['ana.example', 'https://ana.example/', 'ana.example'],
    ['  ana.example  ', 'https://ana.example/', 'ana.example'],
    ['ana.example:8080/x', 'https://ana.example:8080/x', 'ana.example:8080/x'],
    ['//ana.example', 'https://ana.example/', 'ana.example'],
    ['ana.example/@ana?a=b c#d', 'https://ana.example/@ana?a=b%20c#d', 'ana.example/@ana?a=b c#d'],
    ['ana.example/with spaces', 'https://ana.example/with%20spaces', 'ana.example/with spaces'],
    ['bücher.example', 'https://xn--bcher-kva.example/', 'bücher.example'],
    ['192.0.2.7/prints', 'https://192.0.2.7/prints', '192.0.2.7/prints'],
    ['http://[2001:db8::1]:8080/', 'http://[2001:db8::1]:8080/', '[2001:db8::1]:8080'],
    ['http://localhost:5173', 'http://localhost:5173/', 'localhost:5173'],
  ])('links %j to %s with the label %j', (typed, href, label) => {
    expect(portfolioLink(typed)).toEqual({ href, label })
  })

  it.each([
    '',
    '   ',
    '1',
    '3.14',
    '１２７.１',
    '0x7f.0.0.1',
    'http://1',
    'http://2130706433',
    'nowhere',
    'localhost',
    'localhost:3000',
    'not a link',
    'see my. page',
    'ana.',
    '.example',
    '...',
    'http://',
    'https://',
    'https:///',
    'https:ana.example',
    '//',
    '//x',
    'https://exa mple.com',
    'https://exa\tmple.com',
    'https://exa%20mple.com',
    'https://exa\u0000mple.com',
    'user:pw@host',
    'user:pw@host.example',
    'ana@mail.example',
    'https://bank.example@evil.example',
    'https://:@evil.example',
    'ana.example:port',
    'ana.example:99999',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'javascript://ana.example/%0aalert(1)',
    'data:text/html,hi',
    'vbscript:x',
    'mailto:ana@mail.example',
    'ftp://ana.example',
    'file:///etc/passwd',
    'ana.example://b.example',
  ])('returns null for %j', (typed) => {
    expect(portfolioLink(typed)).toBeNull()
  })
})

it.each([
  ['', false],
  ['   ', false],
  ['ana.example', false],
  ['https://ana.example/a', false],
  ['ana', true],
  ['javascript:alert(1)', true],
])('portfolioProblem refuses %j: %s', (typed, isRefused) => {
  expect(portfolioProblem(typed) !== undefined).toBe(isRefused)
})
