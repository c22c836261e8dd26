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
    DATABASE_REPLICA_LAG_MS: 1000,
    DATABASE_CONNECTIONS: 10,
    ACCOUNT_QUOTA_MB: 500,
    SIGN_UP: 'open',
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
  ['DATABASE_URL', 'mysql://db/weft'],
  ['DATABASE_URL', 'postgres://one,two:x/weft'],
  ['DATABASE_URL', 'postgres://one,two/weft?target_session_attrs=standby'],
  ['ACCOUNT_QUOTA_MB', '0'],
  ['SIGN_UP', 'no'],
  ['LOG_LEVEL', 'loud'],
])('%s refuses %s, and the message does not quote it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be (?!.*${value.slice(-4)}$)`))
})

it.each(['DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL'])('%s needs DATABASE_URL', (name) => {
  expect(() => readConfig({ [name]: 'postgres://db/weft' })).toThrow('DATABASE_URL must be set')
})
