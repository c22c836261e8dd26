import { sql, type SqlBool } from 'kysely'

import { foldedName, gramsToRead, isOtherMatch } from '../search/firstNames.ts'
import { searchCursorOf } from '../sorted/placements.ts'
import type { Page, PageRequest, SearchCursor } from '../port.ts'
import type { UserRow } from '../rows.ts'
import { userColumns, type Database } from './connection/database.ts'
import { idOrNull } from './rows.ts'

/** No text contains it, and in the collation of names it follows every other character. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * Reads the ranges that `firstNames.ts` describes. Of a name in a range of grams it reads the users from the index of
 * users by name, then of the next name, until the page is full. A page that begins after the first of several users with
 * the same name reads the others as a range of its own.
 */
export async function searchByFirstName(
  { db, table }: Database,
  text: string,
  { after, limit }: PageRequest<SearchCursor>,
): Promise<Page<UserRow, SearchCursor>> {
  const sought = foldedName(text)
  const isAfter = after ? sql<SqlBool>`(folded_name, id) > (${after.name}, ${idOrNull(after.id)})` : sql<SqlBool>`true`
  // With `=` in place of `between` the order would be that of ids, and Postgres may read all users by their ids then.
  const usersBetween = (isPrefix: boolean, first: string, last: string) => sql<SearchCursor>`
    select ${sql.lit(isPrefix)} as is_prefix, folded_name as name, id from ${table('users')}
    where folded_name between ${first} and ${last} and ${isAfter}
    order by folded_name, id limit ${limit}`
  const isBehindPrefixes = after?.isPrefix === false

  const ranges = [
    ...(isBehindPrefixes ? [] : [usersBetween(true, sought, sought + LAST_CHARACTER)]),
    // A cursor that no page has may have another name.
    ...(isBehindPrefixes && isOtherMatch(after.name, sought) ? [usersBetween(false, after.name, after.name)] : []),
    ...gramsToRead(sought).map(
      ({ gram, isAtStart }) => sql<SearchCursor>`
        select false as is_prefix, grams.name, unnest(array(
          select id from ${table('users')} where folded_name between grams.name and grams.name
          order by folded_name, id limit ${limit}
        )) as id
        from ${table('nameGrams')} as grams
        where gram = ${gram} and is_at_start = ${isAtStart} and strpos(grams.name, ${sought}) > 1
          and ${isBehindPrefixes ? sql`grams.name > ${after.name}` : sql`true`}
        order by grams.name limit ${limit}`,
    ),
  ]
  const all = sql.join(
    ranges.map((range) => sql`(${range})`),
    sql` union all `,
  )
  const matches = sql<SearchCursor>`(
    select * from (${all}) as found order by is_prefix desc, name, id limit ${limit}
  )`

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
