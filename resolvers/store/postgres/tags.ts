/** The tags of posts, which are parts of texts: a table of its own, and the stored numbers of posts with each. */

import { sql } from 'kysely'

import type { Page, PageRequest, Patch, PostCursors, PostOrder } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { listedTags, tagCountChanges } from '../search/tagKeys.ts'
import { cursorOf, indexOf, valuesOf } from '../tables.ts'
import { columnNames, isAfter, isOneOf, refs, sorted } from './columns.ts'
import type { Database } from './connection/database.ts'
import { insertionOf, type Insertion } from './table.ts'

/** Reads the ids of a page along an index of `post_tags`, then the posts. */
export async function pageByTag<Order extends PostOrder>(
  { db, table }: Database,
  tag: string,
  order: Order,
  { after, limit }: PageRequest<PostCursors[Order]>,
): Promise<Page<PostRow, PostCursors[Order]>> {
  const { by } = indexOf('posts', order)
  const { rows } = await sql<PostRow>`
    with page as (
      select id, like_count from ${table('postTags')}
      where tag = ${tag} and ${isAfter('posts', by, after && valuesOf(after, by))} ${sorted(by)} limit ${limit}
    )
    select ${refs(columnNames('posts'), 'posts')} from page
    join ${table('posts')} as posts on posts.id = page.id ${sorted(by, 'descending', 'page')}
  `.execute(db)
  return rows.map((row) => ({ row, cursor: cursorOf('posts', order, row) }))
}

/** Returns what is inserted after posts: their tags, and the numbers of posts with each. */
export function tagInsertions(posts: readonly PostRow[]): Insertion[] {
  return [...postTagInsertions(posts), ...tagCountInsertions(tagCountChanges([], posts))]
}

function postTagInsertions(posts: readonly PostRow[]): Insertion[] {
  const tags = posts.flatMap((post) => listedTags(post).map((tag) => ({ id: post.id, tag, likeCount: post.likeCount })))
  return tags.length === 0 ? [] : [insertionOf('postTags', tags)]
}

/** Adds to the number of posts with each tag. In the order of tags, so that transactions do not deadlock. */
function tagCountInsertions(changes: ReadonlyMap<string, number>): Insertion[] {
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

/** Replaces the tags of these posts with those that they have in lists; an absent post has none. */
export async function replaceTags(
  database: Database,
  postIds: readonly string[],
  posts: readonly PostRow[],
): Promise<void> {
  const { db, table } = database
  const { rows } = await sql<{ tag: string; count: number }>`
    with removed as (delete from ${table('postTags')} where ${isOneOf('posts', 'id', postIds)} returning tag)
    select tag, count(*)::integer as count from removed group by tag`.execute(db)
  const changes = tagCountChanges([], posts)
  for (const { tag, count } of rows) changes.set(tag, (changes.get(tag) ?? 0) - count)
  for (const [tag, by] of changes) if (by === 0) changes.delete(tag)
  for (const insertion of [...postTagInsertions(posts), ...tagCountInsertions(changes)])
    await insertion(database).execute(db)
}

/** Called after a change of a post. A statement of its own sees the tags of the transaction that it has waited for. */
export async function updateTags(database: Database, post: PostRow, { set }: Patch<PostRow>): Promise<void> {
  if (set?.content !== undefined || set?.state !== undefined) await replaceTags(database, [post.id], [post])
  else if (listedTags(post).length > 0)
    await database.db.updateTable('postTags').set({ likeCount: post.likeCount }).where('id', '=', post.id).execute()
}
