import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `any` also allows addresses of this machine and of private networks, and http. */
export type AllowedEndpoints = 'public' | 'any'

/** The longest address of a device. Those of push services have some 200 characters. */
const MAX_ENDPOINT_CHARS = 1000

/** Returns whether the server may send messages to an address that a user gives. Its host is looked up later. */
export function isAllowedEndpoint(endpoint: string, allowed: AllowedEndpoints): boolean {
  const url = endpoint.length > MAX_ENDPOINT_CHARS ? null : URL.parse(endpoint)
  // As a browser writes it, so in ASCII.
  if (url?.href !== endpoint || url.username || url.password) return false
  if (allowed === 'any') return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0
}

/**
 * Looks a host up, and leaves out addresses that are not public: by them users could reach what only this machine can. Used
 * for each connection, so that a name cannot lead elsewhere after a check.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = error ? [] : addresses.filter(isPublic)
    const [first] = found
    if (!first) callback(error ?? Object.assign(new Error('The host is not public'), { code: 'ENOTPUBLIC' }), [])
    else if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}

function isPublic({ address }: { address: string }): boolean {
  return ipaddr.process(address).range() === 'unicast'
}
