import { sql } from 'kysely'
import { NIL } from 'uuid'

import type { FeedRequest, Page, PageRequest } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { columnsOf, type Database } from './connection/database.ts'
import { isAfter, ordering, placed, type ListOrder } from './pages.ts'

/** Less than every like count. */
const FEWEST_LIKES = -(2 ** 31)

/** How many users somebody follows for whom the posts of all users are read first. */
const MANY_FOLLOWED = 200

/** To read this many posts in their order costs as much as to find the first post of one author. */
const POSTS_FOR_EACH_FOLLOWED = 4

/** Reads a page in one of two ways: each takes long where the other does not. */
export async function feed<Cursor>(
  database: Database,
  userId: string,
  order: ListOrder<PostRow, Cursor>,
  { followingCount = 0, ...request }: FeedRequest<Cursor>,
): Promise<Page<PostRow, Cursor>> {
  if (followingCount >= MANY_FOLLOWED) {
    const page = await walkAllPosts(database, userId, order, {
      ...request,
      maxPosts: POSTS_FOR_EACH_FOLLOWED * followingCount,
    })
    if (page.length === request.limit) return page
  }
  return mergeAuthors(database, userId, order, request)
}

/**
 * Walks the posts of all users in the order of the feed, and leaves out those whose author is not followed. Ends when the
 * page is full or after `maxPosts`; then the page lacks posts. Postgres reads the users followed once, into a hash table.
 */
async function walkAllPosts<Cursor>(
  { db, table }: Database,
  userId: string,
  order: ListOrder<PostRow, Cursor>,
  { after, limit, maxPosts }: PageRequest<Cursor> & { maxPosts: number },
): Promise<Page<PostRow, Cursor>> {
  const sorted = sql`order by ${ordering(order)}`
  const { rows } = await sql<PostRow>`
    select ${columnsOf('posts')} from (
      select ${columnsOf('posts')} from ${table('posts')} where ${isAfter(order, after)} ${sorted} limit ${maxPosts}
    ) as newest
    where author_id = ${userId} or author_id in (select followee_id from ${table('follows')} where follower_id = ${userId})
    ${sorted} limit ${limit}`.execute(db)
  return placed(rows, order)
}

/**
 * Reads the first post of each author, which are the heads of their lists, and keeps the first `limit` heads. These
 * posts alone fill a page, so it holds nothing beyond the last of them, and nothing by other authors.
 */
async function mergeAuthors<Cursor>(
  { db, table }: Database,
  userId: string,
  order: ListOrder<PostRow, Cursor>,
  { after, limit }: PageRequest<Cursor>,
): Promise<Page<PostRow, Cursor>> {
  const columnsIn = (relation: string) => sql.join(order.columns.map((column) => sql.ref(`${relation}.${column}`)))
  const sorted = sql`order by ${ordering(order)}`
  const postsOf = (relation: 'authors' | 'heads') => sql`
    select id, like_count from ${table('posts')} as posts
    where author_id = ${sql.ref(`${relation}.authorId`)} and ${isAfter(order, after)}`

  const { rows } = await sql<PostRow>`
    with authors as (
      select ${userId}::uuid as author_id union select followee_id from ${table('follows')} where follower_id = ${userId}
    ), heads as (
      select author_id, head.* from authors cross join lateral (${postsOf('authors')} ${sorted} limit 1) as head
      ${sorted} limit ${limit}
    ), bound as (
      (select like_count, id from heads ${sorted} offset ${Math.max(limit - 1, 0)})
      union all (select ${FEWEST_LIKES}::integer, ${NIL}::uuid) ${sorted} limit 1
    ), page as (
      select post.* from heads cross join bound cross join lateral (
        ${postsOf('heads')} and (${columnsIn('posts')}) >= (${columnsIn('bound')}) ${sorted} limit ${limit}
      ) as post
      ${sorted} limit ${limit}
    )
    select posts.* from page join ${table('posts')} as posts using (id) ${sorted}
  `.execute(db)
  return placed(rows, order)
}
