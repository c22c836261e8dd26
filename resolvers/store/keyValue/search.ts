/** The searches for users. Lists of their own: their keys are parts of texts. */

import type { NameCursor, Page, PageRequest, SearchCursor } from '../port.ts'
import type { UserRow } from '../rows.ts'
import { firstNameGroups, type FirstNameGroup } from '../search/firstNameKeys.ts'
import { foldedName } from '../search/firstNames.ts'
import { searchCursorOf } from '../search/searchCursor.ts'
import { nameRanges } from '../search/userNameKeys.ts'
import { foundKeyOf, nameSearchOf, type NameSearch } from '../search/userNames.ts'
import { sortableText } from './keys.ts'
import { take } from './table.ts'
import type { ReadTransaction } from './transaction.ts'

/** The search by first name (`firstNames.ts`). */
export async function usersByFirstName(
  tx: ReadTransaction,
  text: string,
  { after, limit }: PageRequest<SearchCursor>,
): Promise<Page<UserRow, SearchCursor>> {
  const sought = foldedName(text)
  const page: Page<UserRow, SearchCursor> = []
  for (const group of firstNameGroups(text, after)) {
    if (page.length === limit) break
    const keys = await take(keysOf(tx, group), limit - page.length)
    const rows = await Promise.all(keys.map((key) => tx.get('users', key)))
    for (const row of rows) if (row) page.push({ row, cursor: searchCursorOf(row, group.rank, sought) })
  }
  return page
}

/** The primary keys of the users of a group. */
async function* keysOf(tx: ReadTransaction, { range, accepts }: FirstNameGroup) {
  const entries = tx.walkKeys('users', range, { index: 'byFirstName', direction: 'ascending' })
  for await (const { key, primaryKey } of entries) if (!accepts || accepts(key)) yield primaryKey
}

/** The search by all names (`userNames.ts`). */
export async function searchUsers(
  tx: ReadTransaction,
  text: string,
  { after, limit }: PageRequest<NameCursor>,
): Promise<Page<UserRow, NameCursor>> {
  const search = nameSearchOf(text)
  return search ? take(foundUsers(tx, search, after), limit) : []
}

async function* foundUsers(
  tx: ReadTransaction,
  search: NameSearch,
  after: NameCursor | undefined,
): AsyncGenerator<{ row: UserRow; cursor: NameCursor }, void> {
  for (const { rank, range } of nameRanges(search, after)) {
    const entries = tx.walkKeys('users', range, { index: 'byName', direction: 'ascending' })
    for await (const { key, primaryKey } of entries) {
      const row = await tx.get('users', primaryKey)
      if (!row) continue
      const found = foundKeyOf(search, row)
      // A user has several entries, and is found by one of them.
      const isFound =
        found?.rank === rank && sortableText(found.key) === key[0] && sortableText(found.spelled) === key[1]
      if (isFound) yield { row, cursor: { ...found, id: row.id } }
    }
  }
}
