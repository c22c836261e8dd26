/**
 * The search by first name, defined once for all adapters. Names and texts are compared by code points after folding.
 *
 * Names that start with the text come from an index on (name, id). For the others, an index on (gram, isAtStart, name,
 * id) holds every gram of a name: a text of one gram or less reads one range of it, where `isAtStart` is false. A longer
 * text reads both ranges of its first gram, and leaves out the names that `isOtherMatch` refuses. In Postgres the index
 * of grams has no ids: each gram of a name is there once, and the users with a name come from the first index.
 */

/** Code points in the longest gram. */
const GRAM_LENGTH = 3

/**
 * Code points of a name that the search looks at: all of them, unless an imported name is longer than any that sign-up
 * accepts.
 */
const SEARCHED_LENGTH = 200

/** A part of a folded name, of one to three code points. */
export interface Gram {
  gram: string
  /** Whether the name also starts with it. */
  isAtStart: boolean
}

/** Returns what the search compares of a first name or of the text that is searched for: it ignores case. */
export function foldedName(text: string): string {
  return Array.from(text.toLowerCase()).slice(0, SEARCHED_LENGTH).join('')
}

/** Returns the grams that occur in a folded name elsewhere than at its start, each once. */
export function gramsOf(name: string): Gram[] {
  const points = Array.from(name)
  const grams = new Set<string>()
  for (let start = 1; start < points.length; start += 1) {
    for (let end = start + 1; end <= Math.min(start + GRAM_LENGTH, points.length); end += 1)
      grams.add(points.slice(start, end).join(''))
  }
  return Array.from(grams, (gram) => ({ gram, isAtStart: name.startsWith(gram) }))
}

/** Returns the ranges of the index of grams where the names are that contain a folded text, but do not start with it. */
export function gramsToRead(text: string): Gram[] {
  const points = Array.from(text)
  const gram = points.slice(0, GRAM_LENGTH).join('')
  const isWhole = points.length <= GRAM_LENGTH
  return isWhole
    ? [{ gram, isAtStart: false }]
    : [
        { gram, isAtStart: false },
        { gram, isAtStart: true },
      ]
}

/** Whether a folded name contains a folded text, but does not start with it. */
export function isOtherMatch(name: string, text: string): boolean {
  return name.includes(text) && !name.startsWith(text)
}
