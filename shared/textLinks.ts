/** Finds everything in a text that is a link, for the screens and for the index of tags. */

import type { Address } from './addresses.ts'
import { findTags } from './tags.ts'

/** A link in a text: an address, or a tag, or a mention. */
export interface TextLink<Mention> extends Address {
  tag?: string
  mention?: Mention
}

/** The most links in a text: tens of thousands would keep the page of the post from rendering. */
const MAX_LINKS = 1000

/** Returns whether a text may have an address: only then their parser is needed. */
export function mayHaveAddress(text: string): boolean {
  return /(?:https?|ftp|mailto):|\S\.\p{L}/iu.test(text)
}

/**
 * Returns the links in a text, in order: the given addresses and mentions, and its #tags. Of two that overlap, the first
 * one counts. An address that is not linked is one of them, because a `#part` of it is no tag.
 */
export function textLinks<Mention extends { start: number; end: number }>(
  text: string,
  addresses: readonly Address[],
  mentions: readonly Mention[],
): TextLink<Mention>[] {
  const found: TextLink<Mention>[] = [...addresses]
  for (const { tag, start, end } of findTags(text)) found.push({ start, text: text.slice(start, end), tag })
  for (const mention of mentions) {
    const { start, end } = mention
    found.push({ start, text: text.slice(start, end), mention })
  }
  const links: TextLink<Mention>[] = []
  let end = 0
  for (const link of found.toSorted((one, other) => one.start - other.start)) {
    if (link.start < end) continue
    if (links.length === MAX_LINKS) break
    links.push(link)
    end = link.start + link.text.length
  }
  return links
}
