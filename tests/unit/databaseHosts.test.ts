import { expect, it } from 'vitest'
import { hostUrls } from '../../resolvers/store/postgres/connection/hosts.ts'
import { readConfig } from '../../server/config.ts'

it.each([
  ['postgres://db/weft', ['postgres://db/weft']],
  ['postgres://u:p@h1:5432,h2:5433/weft', ['postgres://u:p@h1:5432/weft', 'postgres://u:p@h2:5433/weft']],
  [
    'postgresql://u:a,b@h1,[::1]:1?sslmode=require',
    ['postgresql://u:a,b@h1?sslmode=require', 'postgresql://u:a,b@[::1]:1?sslmode=require'],
  ],
  ['postgres://u:a,b@h1/weft?options=a,b', ['postgres://u:a,b@h1/weft?options=a,b']],
])('%s has a URL for each host', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls)
  expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
})
