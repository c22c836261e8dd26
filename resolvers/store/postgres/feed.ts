import { sql } from 'kysely'

import type { Page, PageRequest } from '../port.ts'
import type { PostRow } from '../rows.ts'
import type { Database } from './database.ts'
import { isAfter, ordering, placed, type ListOrder } from './pages.ts'

/** Less than every like count. */
const FEWEST_LIKES = -(2 ** 31)

/**
 * Reads the first post of each author, which are the heads of their lists, and keeps the first `limit` heads. These
 * posts alone fill a page, so it holds nothing beyond the last of them, and nothing by other authors.
 */
export async function feed<Cursor>(
  { db, table }: Database,
  userId: string,
  order: ListOrder<PostRow, Cursor>,
  { after, limit }: PageRequest<Cursor>,
): Promise<Page<PostRow, Cursor>> {
  const columnsOf = (relation: string) => sql.join(order.columns.map((column) => sql.ref(`${relation}.${column}`)))
  const sorted = sql`order by ${ordering(order)}`
  const postsOf = (relation: 'authors' | 'heads') => sql`
    select id, like_count from ${table('posts')} as posts
    where author_id = ${sql.ref(`${relation}.authorId`)} and ${isAfter(order, after)}`

  const { rows } = await sql<PostRow>`
    with authors as (
      select ${userId} as author_id union select followee_id from ${table('follows')} where follower_id = ${userId}
    ), heads as (
      select author_id, head.* from authors cross join lateral (${postsOf('authors')} ${sorted} limit 1) as head
      ${sorted} limit ${limit}
    ), bound as (
      (select like_count, id from heads ${sorted} offset ${Math.max(limit - 1, 0)})
      union all (select ${FEWEST_LIKES}::integer, '') ${sorted} limit 1
    ), page as (
      select post.* from heads cross join bound cross join lateral (
        ${postsOf('heads')} and (${columnsOf('posts')}) >= (${columnsOf('bound')}) ${sorted} limit ${limit}
      ) as post
      ${sorted} limit ${limit}
    )
    select posts.* from page join ${table('posts')} as posts using (id) ${sorted}
  `.execute(db)
  return placed(rows, order)
}
