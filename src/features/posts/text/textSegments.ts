import { findTags } from '../../../../shared/tags.ts'

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

/** The most links in a text: tens of thousands would keep the page of the post from rendering. */
const MAX_LINKS = 1000

/** A username after `@`, without punctuation at its end. It does not start within a word, nor in an address. */
const mentions = /(?<![\p{L}\p{N}_@/.%+-])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu

/** Splits a text into plain pieces and links, in order: the given addresses, @usernames and #tags. */
export function textSegments(text: string, addresses: readonly TextSegment[] = []): TextSegment[] {
  const found = [...addresses]
  for (const { tag, start, end } of findTags(text))
    found.push({ start, text: text.slice(start, end), to: `/tag/${encodeURIComponent(tag)}` })
  for (const { 0: mention, index } of text.matchAll(mentions))
    found.push({ start: index, text: mention, to: `/user/${encodeURIComponent(mention.slice(1))}` })
  const segments: TextSegment[] = []
  let end = 0
  let links = 0
  for (const segment of found.toSorted((one, other) => one.start - other.start)) {
    // A `#part` of an address is no tag.
    if (segment.start < end) continue
    if (links === MAX_LINKS) break
    links += 1
    if (segment.start > end) segments.push({ start: end, text: text.slice(end, segment.start) })
    segments.push(segment)
    end = segment.start + segment.text.length
  }
  if (end < text.length) segments.push({ start: end, text: text.slice(end) })
  return segments
}
