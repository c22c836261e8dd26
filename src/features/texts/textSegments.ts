import type { Address } from '../../../shared/addresses.ts'
import { userPath } from '../../../shared/appPages.ts'
import { findMentions } from '../../../shared/mentions.ts'
import { textLinks, type TextLink } from '../../../shared/textLinks.ts'

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

/** A mention in a text, with the page of the app that it leads to. */
export interface LinkedMention {
  start: number
  end: number
  to: string
}

/**
 * Splits a text into plain pieces and links, in order: the given addresses and mentions, and #tags. Without mentions, each
 * @username is one.
 */
export function textSegments(
  text: string,
  addresses: readonly Address[] = [],
  mentions: readonly LinkedMention[] = usernamesIn(text),
): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const link of textLinks(text, addresses, mentions)) {
    const segment = segmentOf(link)
    if (!segment) continue
    if (link.start > end) segments.push({ start: end, text: text.slice(end, link.start) })
    segments.push(segment)
    end = link.start + link.text.length
  }
  if (end < text.length) segments.push({ start: end, text: text.slice(end) })
  return segments
}

function usernamesIn(text: string): LinkedMention[] {
  return findMentions(text).map(({ username, start, end }) => ({ start, end, to: userPath(username) }))
}

/** Returns null for an address that is not linked. */
function segmentOf({ tag, mention, ...link }: TextLink<LinkedMention>): TextSegment | null {
  if (tag !== undefined) return { ...link, to: `/tag/${encodeURIComponent(tag)}` }
  if (mention) return { ...link, to: mention.to }
  return link.href === undefined ? null : link
}
