import { sql } from 'kysely'

import type { Page, PageRequest } from '../port.ts'
import type { PostRow } from '../rows.ts'
import type { Database } from './database.ts'
import { isAfter, ordering, placed, type ListOrder } from './pages.ts'

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

/** Removes the tags of these posts. */
export async function removeTags({ db, table }: Database, postIds: readonly string[]): Promise<void> {
  await sql`
    with removed as (delete from ${table('postTags')} where id = any(${postIds}::text[]) returning tag),
      counts as (select tag, count(*)::integer as number from removed group by tag)
    update ${table('tagCounts')} as tags set post_count = tags.post_count - counts.number
    from counts where tags.tag = counts.tag`.execute(db)
}
