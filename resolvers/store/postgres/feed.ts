import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { NIL } from 'uuid'

import type { FeedRequest, Page, PostCursors, PostOrder } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { cursorOf, indexOf, valuesOf } from '../tables.ts'
import { columnsOf, isAfter, isListed, refs, sorted } from './columns.ts'
import type { Database } from './connection/database.ts'

/** Less than every like count. */
const FEWEST_LIKES = -(2 ** 31)

/** How many users somebody follows for whom the posts of all users are read first. */
const MANY_FOLLOWED = 200

/** To read this many posts in their order costs as much as to find the first post of one author. */
const POSTS_FOR_EACH_FOLLOWED = 4

/** Reads a page in one of two ways: each takes long where the other does not. */
export async function feed<Order extends PostOrder>(
  database: Database,
  userId: string,
  order: Order,
  { followingCount = 0, after, limit }: FeedRequest<PostCursors[Order]>,
): Promise<Page<PostRow, PostCursors[Order]>> {
  const { by } = indexOf('posts', order)
  const list: FeedList = { userId, by, isBehind: isAfter('posts', by, after && valuesOf(after, by)), limit }
  const walked =
    followingCount < MANY_FOLLOWED ? [] : await walkAllPosts(database, list, POSTS_FOR_EACH_FOLLOWED * followingCount)
  const rows = walked.length === limit ? walked : await mergeAuthors(database, list)
  return rows.map((row) => ({ row, cursor: cursorOf('posts', order, row) }))
}

/** The posts of both orders, of all users and of one. */
const isShown = isListed(indexOf('posts', 'LATEST'))

interface FeedList {
  userId: string
  by: readonly string[]
  /** The condition for the posts after the place where the page begins. */
  isBehind: RawBuilder<SqlBool>
  limit: number
}

/**
 * Walks the posts of all users in the order of the feed, and leaves out those whose author is not followed. Ends when the
 * page is full or after `maxPosts`; then the page lacks posts. Postgres reads the users followed once, into a hash table.
 */
async function walkAllPosts(
  { db, table }: Database,
  { userId, by, isBehind, limit }: FeedList,
  maxPosts: number,
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${columnsOf('posts')} from (
      select ${columnsOf('posts')} from ${table('posts')} where ${isShown} and ${isBehind}
      ${sorted(by)} limit ${maxPosts}
    ) as newest
    where author_id = ${userId} or author_id in (select followee_id from ${table('follows')} where follower_id = ${userId})
    ${sorted(by)} limit ${limit}`.execute(db)
  return rows
}

/**
 * Reads the first post of each author, which are the heads of their lists, and keeps the first `limit` heads. These
 * posts alone fill a page, so it holds nothing beyond the last of them, and nothing by other authors.
 */
async function mergeAuthors({ db, table }: Database, { userId, by, isBehind, limit }: FeedList): Promise<PostRow[]> {
  const postsOf = (relation: 'authors' | 'heads') => sql`
    select id, like_count from ${table('posts')} as posts
    where author_id = ${sql.ref(`${relation}.authorId`)} and ${isShown} and ${isBehind}`

  const { rows } = await sql<PostRow>`
    with authors as (
      select ${userId}::uuid as author_id union select followee_id from ${table('follows')} where follower_id = ${userId}
    ), heads as (
      select author_id, head.* from authors cross join lateral (${postsOf('authors')} ${sorted(by)} limit 1) as head
      ${sorted(by)} limit ${limit}
    ), bound as (
      (select like_count, id from heads ${sorted(by)} offset ${Math.max(limit - 1, 0)})
      union all (select ${FEWEST_LIKES}::integer, ${NIL}::uuid) ${sorted(by)} limit 1
    ), page as (
      select post.* from heads cross join bound cross join lateral (
        ${postsOf('heads')} and (${refs(by, 'posts')}) >= (${refs(by, 'bound')}) ${sorted(by)} limit ${limit}
      ) as post
      ${sorted(by)} limit ${limit}
    )
    select posts.* from page join ${table('posts')} as posts using (id) ${sorted(by, 'descending', 'page')}
  `.execute(db)
  return rows
}
