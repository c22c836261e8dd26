import { sql, type RawBuilder } from 'kysely'

import { goneContent, unanswered, type PostRow } from '../rows.ts'
import { indexOf, tables, type AnyTable } from '../tables.ts'
import { isListed, isOneOf, refs } from './columns.ts'
import type { Database } from './connection/database.ts'
import { assignments } from './table.ts'
import { removeWords } from './postWords.ts'
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
  // In the order of ids, so that a post and its parent, purged at once by two transactions, do not deadlock.
  await sql`select from ${table('posts')} where ${isPurged} order by id for update`.execute(db)
  const isAnswered = (post: string) =>
    sql`exists (select from ${table('posts')} as replies where replies.parent_id = ${sql.ref(post)})`
  const { rows } = await sql<{ parentId: string | null }>`
    delete from ${table('posts')} as post where ${isPurged} and not ${isAnswered('post.id')} returning parent_id`.execute(
    db,
  )
  await setColumns(database, goneContent, isPurged)
  const parentIds = rows.flatMap(({ parentId }) => parentId ?? [])
  if (parentIds.length > 0)
    await setColumns(
      database,
      unanswered,
      sql`${isOneOf('posts', 'id', parentIds)} and state = 'gone' and not ${isAnswered('posts.id')}`,
    )
  return true
}

/** Sets columns of all posts that meet a condition. */
async function setColumns(
  { db, table }: Database,
  set: Partial<PostRow>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update ${table('posts')} as posts set ${assignments<PostRow>('posts', { set })} where ${condition}`.execute(db)
}

/** Takes posts of a user off all lists, the newest first. Nobody can restore them. Returns their ids and parents. */
export async function hideSomePosts(
  database: Database,
  isOfAuthor: RawBuilder<unknown>,
  limit: number,
): Promise<Pick<PostRow, 'id' | 'parentId'>[]> {
  const { db, table } = database
  const lists = (['authorLatest', 'authorReplies'] as const).map(
    (name) => sql`
      (select id from ${table('posts')} where ${isOfAuthor} and ${isListed(indexOf('posts', name))}
       order by id desc limit ${limit})`,
  )
  const { rows } = await sql<Pick<PostRow, 'id' | 'parentId'>>`
    update ${table('posts')} set state = 'deleted', deleted_at = 0
    where id = any(array(
      select id from (
        ${sql.join(lists, sql` union all `)}
      ) as newest order by id desc limit ${limit}
    )) returning id, parent_id`.execute(db)
  const ids = rows.map((post) => post.id)
  await replaceTags(database, ids, [])
  await removeWords(database, ids)
  return rows
}
