/** The search by first name (`firstNames.ts`). A list of its own: its keys are parts of texts. */

import type { Page, PageRequest, SearchCursor } from '../port.ts'
import type { UserRow } from '../rows.ts'
import { firstNameGroups, type FirstNameGroup } from '../search/firstNameKeys.ts'
import { foldedName } from '../search/firstNames.ts'
import { searchCursorOf } from '../search/searchCursor.ts'
import { take } from './table.ts'
import type { ReadTransaction } from './transaction.ts'

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
