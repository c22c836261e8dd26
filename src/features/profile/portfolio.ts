export interface PortfolioLink {
  href: string
  /** The address without its scheme and trailing slash. */
  label: string
}

/** Matches a host and an optional port, without a username, spaces or percent escapes. */
const authority = /^(?:\[[\da-f:.]+\]|[^\s\p{Cc}:@%]+)(?::\d+)?$/iu

/**
 * Returns the link for a portfolio text, or null if it is to be shown as plain text (docs/spec-decisions.md,
 * "Screens"). Without a scheme the host needs a dot, so that a single word is not a link.
 */
export function portfolioLink(typed: string): PortfolioLink | null {
  const text = typed.trim()
  const address = text.replace(/^(?:https?:)?\/\//i, '')
  const [typedAuthority = ''] = address.split(/[/?#\\]/, 1)
  const hasScheme = /^https?:/i.test(text)
  const url = hasScheme ? text : `https://${address}`
  if (!authority.test(typedAuthority) || !URL.canParse(url)) return null

  const { href, hostname } = new URL(url)
  if (!hasScheme && !/[^.]\.[^.]/.test(hostname)) return null
  // The URL parser reads `1` and `0x7f.1` as IPv4 addresses.
  const isNumeric = /^[\d.]+$/.test(hostname)
  if (isNumeric && hostname !== typedAuthority.replace(/:\d+$/, '')) return null
  return { href, label: address.replace(/\/$/, '') }
}

/** Returns why a portfolio text is refused, or undefined if it is a web address or empty. */
export function portfolioProblem(typed: string): string | undefined {
  if (!typed.trim() || portfolioLink(typed)) return undefined
  return 'Enter a web address such as example.com.'
}
