import type { Address } from '../../../shared/addresses.ts'
import { textLinks, type TextLink } from '../../../shared/textLinks.ts'
import { userPath } from '../../../shared/appPages.ts'

/** A piece of a text: plain, or a link. */
export interface TextSegment {
  start: number
  text: string
  /** The page of the app, or the address, that it leads to. */
  to?: string
  href?: string
  /** The host of an address that looks like another one, to warn of it. */
  realHost?: string
}

/** Splits a text into plain pieces and links, in order: the given addresses, @usernames and #tags. */
export function textSegments(text: string, addresses: readonly Address[] = []): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const link of textLinks(text, addresses)) {
    const segment = segmentOf(link)
    if (!segment) continue
    if (link.start > end) segments.push({ start: end, text: text.slice(end, link.start) })
    segments.push(segment)
    end = link.start + link.text.length
  }
  if (end < text.length) segments.push({ start: end, text: text.slice(end) })
  return segments
}

/** Returns null for an address that is not linked. */
function segmentOf({ tag, username, ...link }: TextLink): TextSegment | null {
  if (tag !== undefined) return { ...link, to: `/tag/${encodeURIComponent(tag)}` }
  if (username !== undefined) return { ...link, to: userPath(username) }
  return link.href === undefined ? null : link
}
