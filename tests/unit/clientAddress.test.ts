import { expect, it } from 'vitest'
import { clientOf, isAllowedHost } from '../../server/clientAddress.ts'

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
  ['http://localhost:4000/', undefined, true],
  ['http://127.0.0.1:4000/', undefined, true],
  ['http://[::1]:4000/', undefined, true],
  ['http://weft.example/', 'https://weft.example', true],
  ['http://weft.example:8080/', 'https://weft.example', false],
  ['http://rebound.example/', undefined, false],
  ['http://weft.example.evil.example/', 'https://weft.example', false],
])('whether a request for %s is allowed with the public URL %s: %s', (url, publicUrl, isAllowed) => {
  expect(isAllowedHost(new URL(url), publicUrl)).toBe(isAllowed)
})
