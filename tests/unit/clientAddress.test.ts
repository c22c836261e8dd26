import { expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { clientOf, isAllowedHost, senderOf, widerNetworks } from '../../server/http/clientAddress.ts'

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
  ['203.0.113.7', []],
  ['unknown', []],
  ['2001:db8:1:2::9', ['2001:db8:1::/48', '2001:db8::/32']],
  ['::1', ['0:0:0::/48', '0:0::/32']],
])('the client %s is in the wider networks %j', (address, networks) => {
  expect(widerNetworks(clientOf(address)).map(({ network }) => network)).toEqual(networks)
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

it.each([
  ['10.1.2.3', '203.0.113.7', '203.0.113.7'],
  ['::ffff:10.1.2.3', '198.51.100.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['fd00::1', '203.0.113.7:4711, [fd00::2]:80', '203.0.113.7:4711'],
  ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.1.2.3', '10.4.5.6, 10.9.9.9', '10.4.5.6'],
  ['10.1.2.3', null, '10.1.2.3'],
  ['11.1.2.3', '203.0.113.7', '11.1.2.3'],
  ['127.0.0.2', '203.0.113.7', '127.0.0.2'],
])('the sender of a request from %s that was forwarded for %s is %s', (peer, forwardedFor, sender) => {
  const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, fd00::/8' })
  expect(senderOf(peer, forwardedFor, TRUSTED_PROXIES ?? [])).toBe(sender)
})
