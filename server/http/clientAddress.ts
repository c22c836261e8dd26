import ipaddr from 'ipaddr.js'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Returns whether a request is for this server: its `Host` is that of `publicUrl` or loopback. Others are refused, because
 * a foreign name that leads here (DNS rebinding) would let the pages of that name call the server. What a proxy says of
 * the host in other headers does not count: some proxies pass on what the client has sent there.
 */
export function isAllowedHost(host: string | null, publicUrl: string | undefined): boolean {
  const own = new URL(publicUrl ?? 'http://localhost')
  const url = host !== null && /^[\w.:[\]-]+$/.test(host) ? URL.parse(`${own.protocol}//${host}`) : null
  return url !== null && (loopback.has(url.hostname) || url.host === own.host)
}

/** A network: an address in it, and how many bits its addresses share. */
export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/**
 * Returns the address of the sender of a request that came from `peer`. If that is a trusted proxy, it is the last address
 * of `X-Forwarded-For` that is not one: anybody can write those before it.
 */
export function senderOf(peer: string, forwardedFor: string | null, trusted: readonly Network[]): string {
  if (!isTrusted(peer, trusted)) return peer
  const addresses = (forwardedFor ?? '').split(',').map((address) => address.trim())
  const named = addresses.filter((address) => address !== '')
  return named.findLast((address) => !isTrusted(address, trusted)) ?? named[0] ?? peer
}

/** Whether an address is in one of these networks. */
export function isTrusted(sender: string, networks: readonly Network[]): boolean {
  const address = withoutPort(sender)
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
}

/** What some proxies name as the address of a client. */
const withPort = /^(?:([\d.]+)|\[([\da-f:.]+)\]):\d+$/i

/**
 * Returns what limits count as one client: an IPv4 address, or the first 64 bits of an IPv6 address, which one client
 * has to itself.
 */
export function clientOf(sender: string): string {
  const address = withoutPort(sender)
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).map(toHex).join(':')}::/64` : parsed.toString()
}

/** The networks around the first 64 bits of an IPv6 address, which one client can have to itself as well. */
const widerPrefixes = [48, 32] as const

export type WiderPrefix = (typeof widerPrefixes)[number]

/** Returns the wider networks of a client that `clientOf` has returned: none of an IPv4 address. */
export function widerNetworks(client: string): { prefix: WiderPrefix; network: string }[] {
  const parts = /^([\da-f:]+)::\/64$/.exec(client)?.[1]?.split(':')
  if (parts?.length !== 4) return []
  return widerPrefixes.map((prefix) => ({ prefix, network: `${parts.slice(0, prefix / 16).join(':')}::/${prefix}` }))
}

function withoutPort(sender: string): string {
  const [, ipv4, ipv6] = withPort.exec(sender) ?? []
  return ipv4 ?? ipv6 ?? sender
}

function toHex(part: number): string {
  return part.toString(16)
}
