/** Finds the names that a text mentions. The backend resolves them when a text is written. */

import { foldText } from './foldedText.ts'

/** A name and its place in the text, from its `@` on. */
export interface MentionPlace {
  username: string
  start: number
  end: number
}

/** The most mentions of a post: each notifies a user. What follows is plain text. */
export const MAX_MENTIONS = 10

/**
 * A username after `@`: a word without punctuation at its end, or anything in quotation marks. It does not start within a
 * word, nor in an address.
 */
const pattern = /(?<![\p{L}\p{N}_@/.%+-])@(?:"([^"\n]{1,200})"|([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?))/gu

/** Returns the names in a text without addresses, in order. */
export function findMentions(text: string): MentionPlace[] {
  if (!text.includes('@')) return []
  return Array.from(text.matchAll(pattern), ({ 0: match, 1: quoted, 2: word = '', index }) => ({
    username: quoted ?? word,
    start: index,
    end: index + match.length,
  }))
}

/**
 * Returns how a text mentions a user: the username after `@`, in quotation marks if it is no single word. Null for a name
 * that no text can mention, because it has quotation marks itself.
 */
export function mentionOf(username: string): string | null {
  const spellings = [`@${username}`, `@"${username}"`]
  return (
    spellings.find((text) =>
      findMentions(text).some((place) => place.end === text.length && place.username === username),
    ) ?? null
  )
}

/** Returns whether the username, first or last name of a user starts with a text. Case and accents do not matter. */
export function hasNameFrom(
  { username, firstName, lastName }: { username: string; firstName: string; lastName: string },
  prefix: string,
): boolean {
  const start = foldText(prefix)
  return [username, firstName, lastName].some((name) => foldText(name).startsWith(start))
}
