import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { isAllowedEndpoint, lookUpPublic } from '../../server/push/pushEndpoints.ts'

it.each([
  ['https://push.example/1', true],
  ['https://push.example:8443/1', true],
  ['http://push.example/1', false],
  ['https://127.0.0.1/1', false],
  ['https://2130706433/1', false],
  ['https://0x7f.1/1', false],
  ['https://93.184.216.34/1', false],
  ['https://[::1]/1', false],
  ['https://[::ffff:10.0.0.1]/1', false],
  ['https://user@push.example/1', false],
  ['file:///etc/passwd', false],
  ['push.example', false],
])('the server sends messages to %s: %s', (endpoint, isAllowed) => {
  expect(isAllowedEndpoint(endpoint, 'public')).toBe(isAllowed)
})

/** Looks up a name that needs no name server. */
function lookUp(hostname: string): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookUpPublic(hostname, { all: true }, (error, address) => (error ? reject(error) : resolve(address)))
  })
}

it.each([
  'localhost',
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
])('a name that leads to %s is not looked up', async (address) => {
  await expect(lookUp(address)).rejects.toMatchObject({ code: 'ENOTPUBLIC' })
})

it.each(['93.184.216.34', '2606:2800:220:1::1'])('a name that leads to %s is', async (address) => {
  expect(await lookUp(address)).toMatchObject([{ address }])
})
