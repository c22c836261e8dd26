import { sql, type RawBuilder } from 'kysely'

import { tables, type AnyTable } from '../tables.ts'
import { isOneOf, refs } from './columns.ts'
import type { Database } from './connection/database.ts'
import { replaceTags } from './tags.ts'

/**
 * A statement that deletes at most `limit` rows that meet a condition, and fewer only if there are no more: it locks them
 * first, and takes others in the place of those that another transaction deletes meanwhile. `rows.*` are what it may
 * return.
 */
export function deleteSome(
  { table }: Database,
  name: AnyTable,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const { key } = tables[name]
  return sql`
    delete from ${table(name)} as rows
    using (select ${refs(key)} from ${table(name)} where ${condition} limit ${limit} for update) as some_rows
    where (${refs(key, 'rows')}) = (${refs(key, 'some_rows')})`
}

/** The most reactions, and the most bookmarks, that one transaction removes with their posts. */
const LINKS = 2000

/**
 * Removes posts for good that are not shown, with their reactions and bookmarks. If there are many of these, removes some of
 * them and returns false.
 */
export async function purgePosts(database: Database, ids: readonly string[]): Promise<boolean> {
  const { db, table } = database
  const isPurged = sql`${isOneOf('posts', 'id', ids)} and state <> 'shown'`
  const isOfPosts = sql`post_id = any(array(select id from ${table('posts')} where ${isPurged}))`
  for (const name of ['reactions', 'bookmarks'] as const) {
    const { numAffectedRows = 0n } = await deleteSome(database, name, isOfPosts, LINKS).execute(db)
    if (numAffectedRows >= LINKS) return false
  }
  await sql`delete from ${table('posts')} where ${isPurged}`.execute(db)
  return true
}

/** Takes posts of a user off all lists, the newest first. Nobody can restore them. Returns their ids. */
export async function hideSomePosts(
  database: Database,
  isOfAuthor: RawBuilder<unknown>,
  limit: number,
): Promise<string[]> {
  const { db, table } = database
  const { rows } = await sql<{ id: string }>`
    update ${table('posts')} set state = 'deleted', deleted_at = 0
    where id = any(array(
      select id from ${table('posts')} where ${isOfAuthor} and state = 'shown' order by id desc limit ${limit}
    )) returning id`.execute(db)
  const ids = rows.map((post) => post.id)
  await replaceTags(database, ids, [])
  return ids
}
