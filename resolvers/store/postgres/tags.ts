import { sql } from 'kysely'

import type { Page, PageRequest } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { tagCountChanges } from '../search/tagKeys.ts'
import type { Database } from './connection/database.ts'
import { tagCountInsertions, tagInsertions } from './inserts.ts'
import { isAfter, ordering, placed, type ListOrder } from './pages.ts'
import { isOneOf } from './rows.ts'

/** Reads the ids of a page along an index of `post_tags`, then the posts. */
export async function pageByTag<Cursor>(
  { db, table }: Database,
  tag: string,
  order: ListOrder<PostRow, Cursor>,
  { after, limit }: PageRequest<Cursor>,
): Promise<Page<PostRow, Cursor>> {
  const pageOrder = { ...order, columns: order.columns.map((column) => `page.${column}`) }
  const { rows } = await sql<PostRow>`
    with page as (
      select id, like_count from ${table('postTags')}
      where tag = ${tag} and ${isAfter(order, after)} order by ${ordering(order)} limit ${limit}
    )
    select posts.* from page join ${table('posts')} as posts on posts.id = page.id order by ${ordering(pageOrder)}
  `.execute(db)
  return placed(rows, order)
}

/** Replaces the tags of these posts with those in their content; an absent post has none. */
export async function replaceTags(
  database: Database,
  postIds: readonly string[],
  posts: readonly PostRow[],
): Promise<void> {
  const { db, table } = database
  const { rows } = await sql<{ tag: string; count: number }>`
    with removed as (delete from ${table('postTags')} where ${isOneOf('id', postIds)} returning tag)
    select tag, count(*)::integer as count from removed group by tag`.execute(db)
  const changes = tagCountChanges([], posts)
  for (const { tag, count } of rows) changes.set(tag, (changes.get(tag) ?? 0) - count)
  for (const [tag, by] of changes) if (by === 0) changes.delete(tag)
  for (const insertion of [...tagInsertions(posts), ...tagCountInsertions(changes)])
    await insertion(database).execute(db)
}
