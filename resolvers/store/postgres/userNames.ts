/** The search for users by their names (`search/userNames.ts`), and the keys by which it finds them. */

import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { isId } from '../../lib/ids.ts'
import type { NameCursor, Page, PageRequest } from '../port.ts'
import type { UserRow } from '../rows.ts'
import { nameRanks, type NameRank } from '../search/nameRanks.ts'
import { nameKeys, nameSearchOf } from '../search/userNames.ts'
import { columnNames, refs } from './columns.ts'
import type { Database } from './connection/database.ts'
import { insertionOf, type Insertion } from './table.ts'

/** No text contains it, and in the collation of keys it follows every other character. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Returns what is inserted after users. */
export function userNameInsertions(users: readonly UserRow[]): Insertion[] {
  const rows = users.flatMap((user) => nameKeys(user).map(({ key, spelled }) => ({ id: user.id, key, spelled })))
  return [insertionOf('userNames', rows)]
}

/**
 * Reads the range of each group along the index of keys, and leaves out the entries by which a user is not found. Reads the
 * last group only if the others do not fill the page: many of its entries may be those of users of the others.
 */
export async function searchUsers(
  database: Database,
  text: string,
  request: PageRequest<NameCursor>,
): Promise<Page<UserRow, NameCursor>> {
  const search = nameSearchOf(text)
  if (!search) return []
  const { whole, spelled, start, others } = search
  const hasKey = (condition: RawBuilder<SqlBool>) =>
    sql<SqlBool>`exists (
      select from ${database.table('userNames')} as other where other.id = entry.id and ${condition}
    )`
  const isWhole = sql<SqlBool>`other.key = ${whole}`
  const isFirstSpelling = sql<SqlBool>`
    not ${hasKey(sql`${isWhole} and other.spelled = ${spelled}`)}
    and not ${hasKey(sql`${isWhole} and other.spelled < entry.spelled`)}`
  const hasOthers = sql<SqlBool>`not exists (
    select from unnest(${others}::text[]) as sought (start)
    where not ${hasKey(sql`other.key between sought.start and sought.start || ${LAST_CHARACTER}`)}
  )`
  const page = await readGroups(database, request, [
    // With `=` in place of `between` the order would be that of ids, which another index has.
    [nameRanks.spelled, sql`(key, spelled) between (${whole}, ${spelled}) and (${whole}, ${spelled})`],
    [nameRanks.whole, sql`key >= ${whole} and (key, spelled) < (${whole}, ${spelled}) and ${isFirstSpelling}`],
    [nameRanks.whole, sql`(key, spelled) > (${whole}, ${spelled}) and key <= ${whole} and ${isFirstSpelling}`],
  ])
  if (page.length === request.limit) return page
  const rest = await readGroups(database, { ...request, limit: request.limit - page.length }, [
    [
      nameRanks.start,
      sql`
        key between ${start} and ${start + LAST_CHARACTER} and ${hasOthers} and not ${hasKey(isWhole)}
        and not ${hasKey(sql`other.key >= ${start} and other.key < entry.key`)}`,
    ],
  ])
  return [...page, ...rest]
}

async function readGroups(
  { db, table }: Database,
  { after, limit }: PageRequest<NameCursor>,
  groups: readonly [NameRank, RawBuilder<SqlBool>][],
): Promise<Page<UserRow, NameCursor>> {
  const ranges = groups.flatMap(([rank, condition]) => {
    if (after && rank < after.rank) return []
    const isBehind =
      after?.rank === rank
        ? sql`(key, spelled, id) > (${after.key}, ${after.spelled}, ${isId(after.id) ? after.id : null})`
        : sql`true`
    return sql`(
      select ${sql.lit(rank)} as rank, key, spelled, id from ${table('userNames')} as entry
      where ${condition} and ${isBehind} order by key, spelled, id limit ${limit}
    )`
  })
  if (ranges.length === 0) return []
  const { rows } = await sql<UserRow & { rank: NameRank; key: string; spelled: string }>`
    select found.rank, found.key, found.spelled, ${refs(columnNames('users'), 'users')}
    from (
      select * from (${sql.join(ranges, sql` union all `)}) as entries order by rank, key, spelled, id limit ${limit}
    ) as found
    join ${table('users')} as users on users.id = found.id
    order by found.rank, found.key, found.spelled, found.id`.execute(db)
  return rows.map(({ rank, key, spelled, ...row }) => ({ row, cursor: { rank, key, spelled, id: row.id } }))
}
