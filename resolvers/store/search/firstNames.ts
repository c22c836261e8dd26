/**
 * The search by first name, defined once for all adapters. Names and texts are compared by code points after folding
 * (`shared/foldedText.ts`).
 *
 * An index of names, sorted by the folded and then the spelled name, has the names that are spelled like the text, and
 * those that start with it. An index of their parts has every end of a folded name but the whole: a name contains a text
 * elsewhere if one of its parts starts with the text. So each group of users is one range.
 */

import { foldText } from '../../../shared/foldedText.ts'

/**
 * Code points of a name that the search looks at: all of them, unless an imported name is longer than any that sign-up
 * accepts.
 */
const SEARCHED_LENGTH = 200

/** The ranges of a search, in their order. */
export const ranks = {
  /** The name is the text, also in its accents. */
  spelled: 0,
  /** The folded name is the folded text, and comes before it as it is spelled. */
  sameBefore: 1,
  /** The name starts with the text, or is the same behind it. */
  startsWith: 2,
  /** The name contains the text behind its start. */
  contains: 3,
} as const

export type Rank = (typeof ranks)[keyof typeof ranks]

/** Returns what the search compares of a first name or of the text that is searched for. */
export function foldedName(text: string): string {
  return firstPoints(foldText(text))
}

/** Returns a name in lower case, with its accents. */
export function spelledName(text: string): string {
  return firstPoints(text.normalize('NFC').toLowerCase())
}

/** Returns what the search looks at of a name. */
export function firstPoints(text: string): string {
  return Array.from(text).slice(0, SEARCHED_LENGTH).join('')
}

/** Returns the ends of a folded name, but not the whole. */
export function partsOfName(name: string): string[] {
  const points = Array.from(name)
  return points.slice(1).map((_, at) => points.slice(at + 1).join(''))
}

/** Returns the part of a name that starts with a text, the longest of several. */
export function partWith(name: string, text: string): string {
  const start = name.indexOf(text, 1)
  return start < 0 ? '' : name.slice(start)
}

/** Whether a search finds a name by this part: only by the first one, and not if the name starts with the text. */
export function isFoundByPart(name: string, part: string, text: string): boolean {
  return !name.startsWith(text) && part !== '' && partWith(name, text) === part
}
