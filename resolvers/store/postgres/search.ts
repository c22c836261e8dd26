import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { isId } from '../../lib/ids.ts'
import type { Page, PageRequest, SearchCursor } from '../port.ts'
import type { UserRow } from '../rows.ts'
import { foldedName, isFoundByPart, ranks, spelledName, type Rank } from '../search/firstNames.ts'
import { searchCursorOf } from '../search/searchCursor.ts'
import { columnNames, refs } from './columns.ts'
import type { Database } from './connection/database.ts'

/** No text contains it, and in the collation of names it follows every other character. */
const LAST_CHARACTER = '\u{10FFFF}'

/** A range of a search, as a statement that reads it. */
type Range = readonly [Rank, RawBuilder<unknown>]

/**
 * Reads the ranges that `firstNames.ts` describes. Of a name with a part in the range it reads the users from the index of
 * users by name, then of the next name, until the page is full. A page that begins after the first of several users with
 * the same name reads the others as a range of its own.
 */
export async function usersByFirstName(
  { db, table }: Database,
  text: string,
  { after, limit }: PageRequest<SearchCursor>,
): Promise<Page<UserRow, SearchCursor>> {
  const sought = foldedName(text)
  if (sought === '') return []
  const spelled = spelledName(text)
  const last = sought + LAST_CHARACTER
  const isBehind = (rank: Rank) =>
    after?.rank === rank
      ? sql<SqlBool>`(folded_name, spelled_name, id) > (${after.folded}, ${after.spelled}, ${isId(after.id) ? after.id : null})`
      : sql<SqlBool>`true`
  const users = (rank: Rank, condition: RawBuilder<SqlBool>, part = ''): Range => [
    rank,
    sql`
      select ${sql.lit(rank)} as rank, ${part} as part, folded_name, spelled_name, id from ${table('users')}
      where ${condition} and ${isBehind(rank)}
      order by folded_name, spelled_name, id limit ${limit}`,
  ]
  const name = sql`(folded_name, spelled_name)`
  const whole = sql`(${sought}, ${spelled})`

  // With `=` in place of `between` the order would be that of ids, and Postgres may read all users by their ids then.
  const ranges: Range[] = [
    users(ranks.spelled, sql`${name} between ${whole} and ${whole}`),
    users(ranks.sameBefore, sql`folded_name >= ${sought} and ${name} < ${whole}`),
    users(ranks.startsWith, sql`${name} > ${whole} and folded_name <= ${last}`),
    // The others with the name of the cursor. A cursor that no page has may have another name.
    ...(after && isFoundByPart(after.folded, after.part, sought)
      ? [users(ranks.contains, sql`folded_name between ${after.folded} and ${after.folded}`, after.part)]
      : []),
    [
      ranks.contains,
      sql`
        select ${sql.lit(ranks.contains)} as rank, named.part, found.folded_name, found.spelled_name, found.id
        from (
          select part, name from ${table('nameParts')}
          where part between ${sought} and ${last}
            and strpos(name, ${sought}) = length(name) - length(part) + 1
            and ${after?.rank === ranks.contains ? sql`(part, name) > (${after.part}, ${after.folded})` : sql`true`}
          order by part, name limit ${limit}
        ) as named
        cross join lateral (
          select folded_name, spelled_name, id from ${table('users')}
          where folded_name between named.name and named.name
          order by folded_name, spelled_name, id limit ${limit}
        ) as found
        order by named.part, named.name, found.spelled_name, found.id limit ${limit}`,
    ],
  ]
  const all = sql.join(
    ranges.flatMap(([rank, range]) => (after && rank < after.rank ? [] : sql`(${range})`)),
    sql` union all `,
  )
  const { rows } = await sql<UserRow & { rank: Rank }>`
    select match.rank, ${refs(columnNames('users'), 'users')}
    from (select * from (${all}) as found order by rank, part, folded_name, spelled_name, id limit ${limit}) as match
    join ${table('users')} as users on match.id = users.id
    order by match.rank, match.part, match.folded_name, match.spelled_name, match.id`.execute(db)
  return rows.map(({ rank, ...row }) => ({ row, cursor: searchCursorOf(row, rank, sought) }))
}
