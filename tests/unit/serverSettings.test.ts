import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig, settingRows } from '../../server/config.ts'

it('docs/server.md lists every setting of the server with its default', () => {
  const rows = settingRows().map(({ name, default: value, description }) => {
    const shownDefault = value === '' ? '' : `\`${value}\``
    return `| \`${name}\` | ${shownDefault} | ${description} |`.replaceAll('|  |', '| |')
  })
  expect(readFileSync('docs/server.md', 'utf8')).toContain(rows.join('\n'))
})

it('an empty environment has the defaults', () => {
  expect(readConfig({})).toEqual({
    PORT: 4000,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    DATABASE_CONNECTIONS: 10,
    ACCOUNT_QUOTA_MB: 500,
    SIGN_UP: 'open',
    PUSH_ENDPOINTS: 'public',
    RATE_LIMITS: 'on',
    S3_READS: 'proxy',
    LOG_LEVEL: 'info',
  })
})

it('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toEqual(readConfig({}))
})

it.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', 'example.org'],
  ['PUBLIC_URL', 'https://weft.example/path'],
  ['PUBLIC_URL', 'weft.example'],
  ['TRUSTED_PROXIES', '10.0.0.1, nowhere'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['DATABASE_URL', 'mysql://db/weft'],
  ['DATABASE_URL', 'postgres://one,two:x/weft'],
  ['ACCOUNT_QUOTA_MB', '0'],
  ['SIGN_UP', 'no'],
  ['PUSH_CONTACT', 'admin@weft.example'],
  ['PUSH_CONTACT', 'http://weft.example'],
  ['PUSH_ENDPOINTS', 'all'],
  ['LOG_LEVEL', 'loud'],
])('%s refuses %s, and the message does not quote it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be (?!.*${value.slice(-4)}$)`))
})

it('DATABASE_POOLER_URL needs DATABASE_URL', () => {
  expect(() => readConfig({ DATABASE_POOLER_URL: 'postgres://db/weft' })).toThrow('DATABASE_URL must be set')
})

it.each(['@', ':', '/', '%', '#', '?', '12/', '12#', '12?', '100%', '12/%'])(
  'a password with %s is refused without a word of it, or means the same to all',
  (characters) => {
    const url = (password: string) => `postgres://ada:${password}x@db.example/weft`
    const read = (password: string) => readConfig({ DATABASE_URL: url(password) }).DATABASE_URL
    expect(read(encodeURIComponent(characters))).toBe(url(encodeURIComponent(characters)))
    if (/^[@:]$/.test(characters)) expect(new URL(read(characters) ?? '').host).toBe('db.example')
    else
      expect(() => read(characters)).toThrow(
        /^DATABASE_URL must be .* percent-encoded \(`@` in a password is `%40`\)\.$/,
      )
  },
)
