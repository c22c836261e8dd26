import { findTags } from '../../../shared/tags.ts'

/** A piece of a text: plain, or a link. */
export interface TextPart {
  /** Its place in the text. */
  start: number
  text: string
  /** The page of the app, or the address, that it leads to. */
  to?: string
  href?: string
  /** The host of an address that looks like another one, to warn of it. */
  realHost?: string
}

/**
 * Addresses with a scheme or `www.`, e-mail addresses, and usernames after `@`. Neither an address nor a username
 * starts within a word.
 */
const links =
  /(?<![\p{L}\p{N}_@/.%+-])(?:(?:https?:\/\/|mailto:|www\.)[^\s<>"]+|[\p{L}\p{N}][\p{L}\p{N}._%+-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|@[\p{L}\p{N}_][\p{L}\p{N}_.-]*)/giu

/** What hardly belongs to an address at the end of a sentence. */
const trailing = /[.,:;!?'’”…-]$/u
/** A longer address is plain text. */
const MAX_LINK_CHARS = 2000
const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Splits a text into plain pieces and links, in order: addresses (http, https, mailto), @usernames and #tags. */
export function textParts(text: string): TextPart[] {
  const found: TextPart[] = findTags(text).map(({ tag, start, end }) => ({
    start,
    text: text.slice(start, end),
    to: `/tag/${encodeURIComponent(tag)}`,
  }))
  // Most texts have none of these signs.
  if (/[@:.]/.test(text)) {
    for (const { 0: match, index } of text.matchAll(links)) {
      const link = match.length > MAX_LINK_CHARS ? null : linkOf(withoutTrailing(match))
      if (link) found.push({ ...link, start: index })
    }
  }
  const parts: TextPart[] = []
  let end = 0
  for (const part of found.toSorted((one, other) => one.start - other.start)) {
    // A `#part` of an address is no tag.
    if (part.start < end) continue
    if (part.start > end) parts.push({ start: end, text: text.slice(end, part.start) })
    parts.push(part)
    end = part.start + part.text.length
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end) })
  return parts
}

function linkOf(text: string): Omit<TextPart, 'start'> | null {
  if (text.startsWith('@')) return text.length > 1 ? { text, to: `/user/${encodeURIComponent(text.slice(1))}` } : null
  const isMail = !/^(https?:|www\.)/i.test(text)
  const address = isMail ? `mailto:${text.replace(/^mailto:/i, '')}` : text.replace(/^www\./i, 'https://$&')
  if (!URL.canParse(address)) return null
  const { href, protocol, hostname, username, password } = new URL(address)
  if (isMail) return protocol === 'mailto:' && text.includes('@') ? { text, href } : null
  // `http:///x` and such: the parser guesses a host.
  const shownHost = /^(?:https?:\/\/)?([^/?#\\]*)/i.exec(text)?.[1] ?? ''
  if (!/[^.]\.[^.]|^localhost|^\[/i.test(shownHost)) return null
  // A name before `@` passes for the host, and letters of other scripts for Latin ones.
  const misleads = username !== '' || password !== '' || /[^\p{Script=Latin}\P{L}]/u.test(shownHost)
  return { text, href, ...(misleads && { realHost: hostname }) }
}

function withoutTrailing(match: string): string {
  let text = match
  for (;;) {
    const last = text.at(-1) ?? ''
    const open = brackets[last]
    const isUnopened = open !== undefined && text.split(open).length <= text.split(last).length - 1
    if (!isUnopened && !trailing.test(text)) return text
    text = text.slice(0, -1)
  }
}
