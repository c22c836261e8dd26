/** The search by first name (`firstNames.ts`) in an index with sorted keys. */

import { foldedName, gramsOf, gramsToRead, isOtherMatch } from './firstNames.ts'
import { prefixRange, rangeAfter, sortableText, textRange } from '../sorted/keys.ts'
import type { KeyRange } from '../sorted/keys.ts'
import type { SearchCursor } from '../port.ts'

/** The texts are folded and sortable. The empty gram, with which every name starts, sorts all names. */
export type FirstNameKey = [gram: string, isAtStart: number, name: string, id: string]

/** Returns all keys of a user. */
export function firstNameKeys(firstName: string, id: string): FirstNameKey[] {
  const name = foldedName(firstName)
  const grams = [{ gram: '', isAtStart: true }, ...gramsOf(name)]
  return grams.map(({ gram, isAtStart }) => [sortableText(gram), Number(isAtStart), sortableText(name), id])
}

/** A group of users in the result of a search. */
export interface FirstNameGroup {
  isPrefix: boolean
  /** Their keys, merged by name and id, are the group and, if there are several ranges, keys that do not match. */
  ranges: KeyRange[]
  matches: (name: string) => boolean
}

/** Returns the groups of users whose names contain a text, after the cursor, in the order of the search. */
export function firstNameGroups(text: string, after: SearchCursor | undefined): FirstNameGroup[] {
  const folded = foldedName(text)
  const sortable = sortableText(folded)
  const behind = (ranges: KeyRange[]) => {
    if (after === undefined) return ranges
    const end = [sortableText(after.name), after.id]
    return ranges.flatMap((range) => rangeAfter(range, [...range.lower.slice(0, 2), ...end]) ?? [])
  }
  const prefixes = { isPrefix: true, ranges: [textRange(['', 1], sortable)], matches: () => true }
  const others = {
    isPrefix: false,
    ranges: gramsToRead(folded).map(({ gram, isAtStart }) => prefixRange([sortableText(gram), Number(isAtStart)])),
    matches: (name: string) => isOtherMatch(name, sortable),
  }
  if (after === undefined) return [prefixes, others]
  if (after.isPrefix) return [{ ...prefixes, ranges: behind(prefixes.ranges) }, others]
  return [{ ...others, ranges: behind(others.ranges) }]
}
