import { sql, type RawBuilder } from 'kysely'
import { v5 } from 'uuid'

import { tagsIn } from '../../../shared/tags.ts'
import { isId } from '../../lib/ids.ts'
import { foldedName, gramsOf } from '../search/firstNames.ts'
import { UniqueViolationError } from '../port.ts'
import type { PostRow, Rows, TableName, UserRow } from '../rows.ts'
import { tagCountChanges } from '../search/tagKeys.ts'
import type { Database, SqlTables, WithDatabase } from './connection/database.ts'
import { isInvalidText, violatedConstraint } from './errors.ts'
import { keyOf } from './rows.ts'

/** An `insert` statement for the rows that it was made of. */
type Insertion = (database: Database) => RawBuilder<unknown>

/** Inserts rows, which are copied at once. Throws `UniqueViolationError`. */
export function insertRows<Table extends TableName>(
  run: WithDatabase,
  table: Table,
  rows: readonly Rows[Table][],
): Promise<void> {
  const insertions = rows.length === 0 ? [] : insertionsOf[table](rows)
  return run(async (database) => {
    for (const insertion of insertions) await execute(database, table, insertion(database))
  })
}

/** Inserts a row, which is copied at once, unless there is one with its primary key. Returns whether it is new. */
export function insertIfNew<Table extends TableName>(
  run: WithDatabase,
  table: Table,
  row: Rows[Table],
): Promise<boolean> {
  const insertion = insertionOf(table, [row])
  return run(async (database) => {
    const statement = sql`${insertion(database)} on conflict (${keyOf(table)}) do nothing`
    return (await execute(database, table, statement)) === 1n
  })
}

const insertionsOf: { readonly [Table in TableName]: (rows: readonly Rows[Table][]) => Insertion[] } = {
  users: userInsertions,
  posts: (rows) => [
    insertionOf('posts', rows),
    ...tagInsertions(rows),
    ...tagCountInsertions(tagCountChanges([], rows)),
  ],
  reactions: (rows) => [insertionOf('reactions', rows.map(withUuid))],
  bookmarks: (rows) => [insertionOf('bookmarks', rows.map(withUuid))],
  follows: (rows) => [insertionOf('follows', rows.map(withUuid))],
  files: (rows) => [insertionOf('files', rows)],
  fileUses: (rows) => [insertionOf('fileUses', rows)],
}

function userInsertions(rows: readonly UserRow[]): Insertion[] {
  const users = rows.map(foldedUser)
  // Sorted, so that transactions lock names in the same order.
  const names = [...new Set(users.map((user) => user.foldedName))].toSorted()
  return [insertionOf('users', users), ...nameInsertions(names)]
}

/**
 * Inserts the names that are new. Updates the rows of the others, so that a removal of their last user waits, and a
 * serialisable one runs again.
 */
function nameInsertions(names: readonly string[]): Insertion[] {
  const insertNames = insertionOf(
    'firstNames',
    names.map((name) => ({ name })),
  )
  const grams = names.flatMap(nameGramsOf)
  const insertGrams = grams.length === 0 ? [] : [insertionOf('nameGrams', grams)]
  return [
    (database) => sql`${insertNames(database)} on conflict (name) do update set name = excluded.name`,
    ...insertGrams.map(
      (insert): Insertion =>
        (database) =>
          sql`${insert(database)} on conflict do nothing`,
    ),
  ]
}

/** Returns the row of a user in the table, which has one more column. */
export function foldedUser(row: UserRow) {
  return { ...row, foldedName: foldedName(row.firstName) }
}

/** Returns the rows by which the search finds a folded first name. */
export function nameGramsOf(name: string) {
  return gramsOf(name).map(({ gram, isAtStart }) => ({ gram, isAtStart, name }))
}

/** For the tags of posts, without their counts. */
export function tagInsertions(rows: readonly PostRow[]): Insertion[] {
  const tags = rows.flatMap(postTagsOf)
  return tags.length === 0 ? [] : [insertionOf('postTags', tags)]
}

/** Returns the rows by which a post is listed with its tags. */
export function postTagsOf({ id, content, likeCount }: PostRow) {
  return tagsIn(content).map((tag) => ({ id, tag, likeCount }))
}

/** Adds to the number of posts with each tag. In the order of tags, so that transactions do not deadlock. */
export function tagCountInsertions(changes: ReadonlyMap<string, number>): Insertion[] {
  const counts = Array.from(changes, ([tag, postCount]) => ({ tag, postCount }))
  if (counts.length === 0) return []
  const insertion = insertionOf(
    'tagCounts',
    counts.toSorted((one, other) => (one.tag < other.tag ? -1 : 1)),
  )
  return [
    (database) => sql`
      ${insertion(database)} on conflict (tag) do update set post_count = tag_counts.post_count + excluded.post_count`,
  ]
}

/** Nothing refers to the id of a link, which is its place in lists. A snapshot that Weft has not written may have any. */
function withUuid<Row extends { id: string }>(row: Row): Row {
  return isId(row.id) ? row : { ...row, id: v5(row.id, v5.URL) }
}

/**
 * Inserts at least one row. Passes all in one text, so that their number is not limited by that of parameters. Names the
 * columns, because the tables of a later version may have others.
 */
export function insertionOf(name: keyof SqlTables, rows: readonly object[]): Insertion {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const records = JSON.stringify(rows.map(recordOf))
  return ({ table }) => sql`
    insert into ${table(name)} (${columns})
    select ${columns} from json_populate_recordset(null::${table(name)}, ${records})`
}

function recordOf(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [inSnakeCase(column), value]))
}

export function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Executes an insertion. Returns how many rows it changed. */
export async function execute(
  { db }: Database,
  table: TableName | 'deletedPosts',
  statement: RawBuilder<unknown>,
): Promise<bigint | undefined> {
  try {
    return (await statement.execute(db)).numAffectedRows
  } catch (error) {
    if (isInvalidText(error)) throw new Error(`An id in the rows of "${table}" is not a UUID.`, { cause: error })
    const constraint = violatedConstraint(error)
    if (constraint === undefined) throw error
    throw new UniqueViolationError(table, constraint === 'users_username_key' ? 'username' : 'key')
  }
}
