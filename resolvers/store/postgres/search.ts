import { sql } from 'kysely'

import { foldedName, gramsToRead } from '../search/firstNames.ts'
import { searchCursorOf } from '../sorted/placements.ts'
import type { Page, PageRequest, SearchCursor } from '../port.ts'
import type { UserRow } from '../rows.ts'
import { userColumns, type Database } from './connection/database.ts'
import { idOrNull } from './rows.ts'

/** No text contains it, and in the collation of names it follows every other character. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * Reads the ranges that `firstNames.ts` describes. A range of grams has names: their users are read one name after the
 * other, until there are enough. They are compared by `between`, because with `=` Postgres may read the users in the order
 * of ids, and leave out those with other names.
 */
export async function searchByFirstName(
  { db, table }: Database,
  text: string,
  { after, limit }: PageRequest<SearchCursor>,
): Promise<Page<UserRow, SearchCursor>> {
  const sought = foldedName(text)
  const isAfter = (isPrefix: boolean, columns: string) =>
    after?.isPrefix === isPrefix
      ? sql`${sql.raw(columns)} > (${after.name}, ${idOrNull(after.id)})`
      : sql`${after === undefined || after.isPrefix}`
  const isNotBefore = after?.isPrefix === false ? sql`name >= ${after.name}` : sql`true`

  const ranges = [
    sql<SearchCursor>`
      select true as is_prefix, folded_name as name, id from ${table('users')}
      where folded_name between ${sought} and ${sought + LAST_CHARACTER} and ${isAfter(true, '(folded_name, id)')}
      order by folded_name, id limit ${limit}`,
    ...gramsToRead(sought).map(
      ({ gram, isAtStart }) => sql<SearchCursor>`
        select false, name, unnest(array(
          select id from ${table('users')}
          where folded_name between name and name and ${isAfter(false, '(folded_name, id)')}
          order by folded_name, id limit ${limit}
        ))
        from ${table('nameGrams')}
        where gram = ${gram} and is_at_start = ${isAtStart} and ${isNotBefore} and strpos(name, ${sought}) > 1
        order by name limit ${limit}`,
    ),
  ]
  const matches = sql<SearchCursor>`(${sql.join(
    ranges.map((range) => sql`(${range})`),
    sql` union all `,
  )} order by is_prefix desc, name, id limit ${limit})`

  const rows = await db
    .selectFrom('users')
    .innerJoin(matches.as('match'), 'match.id', 'users.id')
    .select(userColumns.map((column) => `users.${column}` as const))
    .orderBy('match.isPrefix', 'desc')
    .orderBy('match.name')
    .orderBy('match.id')
    .execute()
  return rows.map((row) => ({ row, cursor: searchCursorOf(row, foldedName(row.firstName).startsWith(sought)) }))
}
