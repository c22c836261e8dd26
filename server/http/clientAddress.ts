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

/** What some proxies name as the address of a client. */
const withPort = /^(?:([\d.]+)|\[([\da-f:.]+)\]):\d+$/i

/**
 * Returns what limits count as one client: an IPv4 address, or the first 64 bits of an IPv6 address, which one client
 * has to itself.
 */
export function clientOf(sender: string): string {
  const [, ipv4, ipv6] = withPort.exec(sender) ?? []
  const address = ipv4 ?? ipv6 ?? sender
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).map(toHex).join(':')}::/64` : parsed.toString()
}

function toHex(part: number): string {
  return part.toString(16)
}
