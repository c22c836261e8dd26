/** The search by first name (`firstNames.ts`) in an index with sorted keys. */

import { prefixRange, rangeAfter, sortableText, textRange, type Key, type KeyRange } from '../keyValue/keys.ts'
import type { SearchCursor } from '../port.ts'
import { foldedName, isFoundByPart, partsOfName, ranks, spelledName, type Rank } from './firstNames.ts'

/** `[part, folded name, spelled name, id]`; the part of the whole name is ''. The texts are sortable. */
export type FirstNameKey = [part: string, folded: string, spelled: string, id: string]

/** Returns all keys of a user. */
export function firstNameKeys(firstName: string, id: string): FirstNameKey[] {
  const folded = foldedName(firstName)
  const [name, spelled] = [sortableText(folded), sortableText(spelledName(firstName))]
  return ['', ...partsOfName(folded)].map((part) => [sortableText(part), name, spelled, id])
}

/** A group of users in the result of a search: those with a key in the range, unless it is not accepted. */
export interface FirstNameGroup {
  rank: Rank
  range: KeyRange
  accepts?: (key: Key) => boolean
}

/** Returns the groups of users whose names contain a text, after the cursor, in the order of the search. */
export function firstNameGroups(text: string, after: SearchCursor | undefined): FirstNameGroup[] {
  const folded = foldedName(text)
  if (folded === '') return []
  const sought = sortableText(folded)
  const same = prefixRange(['', sought])
  const exact = prefixRange(['', sought, sortableText(spelledName(text))])
  const groups: FirstNameGroup[] = [
    { rank: ranks.spelled, range: exact },
    { rank: ranks.sameBefore, range: { ...same, upper: exact.lower } },
    { rank: ranks.startsWith, range: { ...textRange([''], sought), lower: exact.upper } },
    {
      rank: ranks.contains,
      range: textRange([], sought),
      accepts: ([part = '', name = '']) => isFoundByPart(String(name), String(part), sought),
    },
  ]
  if (after === undefined) return groups
  const place = [...[after.part, after.folded, after.spelled].map(sortableText), after.id]
  return groups.flatMap((group) => {
    if (group.rank < after.rank) return []
    const range = group.rank === after.rank ? rangeAfter(group.range, place) : group.range
    return range ? Object.assign(group, { range }) : []
  })
}
