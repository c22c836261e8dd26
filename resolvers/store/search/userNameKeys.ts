/** The search for users by their names (`userNames.ts`) in an index with sorted keys. */

import { prefixRange, rangeAfter, sortableText, textRange, type KeyRange } from '../keyValue/keys.ts'
import type { NameCursor } from '../pages.ts'
import type { UserRow } from '../rows.ts'
import { nameRanks, type NameRank } from './nameRanks.ts'
import { nameKeys, type NameSearch } from './userNames.ts'

/** The texts are sortable. */
type UserNameKey = [key: string, spelled: string, id: string]

/** Returns all keys of a user. */
export function userNameKeys(user: UserRow): UserNameKey[] {
  return nameKeys(user).map(({ key, spelled }) => [sortableText(key), sortableText(spelled), user.id])
}

/** Returns the ranges with the users of each group, after the cursor. They have others, too. */
export function nameRanges(
  { whole, spelled, start }: NameSearch,
  after: NameCursor | undefined,
): { rank: NameRank; range: KeyRange }[] {
  const same = [sortableText(whole), sortableText(spelled)]
  const exact = prefixRange(same)
  const ranges = [
    { rank: nameRanks.spelled, range: exact },
    { rank: nameRanks.whole, range: { ...prefixRange(same.slice(0, 1)), upper: exact.lower } },
    { rank: nameRanks.whole, range: { ...prefixRange(same.slice(0, 1)), lower: exact.upper } },
    { rank: nameRanks.start, range: textRange([], sortableText(start)) },
  ]
  if (after === undefined) return ranges
  const place = [sortableText(after.key), sortableText(after.spelled), after.id]
  return ranges.flatMap(({ rank, range }) => {
    if (rank < after.rank) return []
    const rest = rank === after.rank ? rangeAfter(range, place) : range
    return rest ? [{ rank, range: rest }] : []
  })
}
