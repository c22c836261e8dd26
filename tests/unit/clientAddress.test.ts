import { expect, it } from 'vitest'
import { clientOf, isAllowedHost } from '../../server/http/clientAddress.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('the client %s is limited as %s', (address, client) => {
  expect(clientOf(address)).toBe(client)
})

it.each([
  ['localhost:4000', undefined, true],
  ['127.0.0.1:4000', undefined, true],
  ['[::1]:4000', undefined, true],
  ['weft.example', 'https://weft.example', true],
  ['WEFT.example:443', 'https://weft.example', true],
  ['weft.example:8080', 'https://weft.example', false],
  ['rebound.example', undefined, false],
  ['weft.example.evil.example', 'https://weft.example', false],
  ['evil.example/@localhost', undefined, false],
  ['evil@localhost', undefined, false],
  ['', undefined, false],
  [null, undefined, false],
])('whether a request for the host %s is allowed with the public URL %s: %s', (host, publicUrl, isAllowed) => {
  expect(isAllowedHost(host, publicUrl)).toBe(isAllowed)
})
