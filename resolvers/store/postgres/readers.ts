import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { ReadTables } from '../port.ts'
import type { FollowRow, Rows } from '../rows.ts'
import { columnsOf, summaryColumns, type Database, type WithDatabase } from './connection/database.ts'
import { feed } from './feed.ts'
import { newestFirst, newestPostFirst, oldestFirst, postOrders, selectPage } from './pages.ts'
import { hasId, idArray, isOneOf, selectInOrder, selectRows } from './rows.ts'
import { searchByFirstName } from './search.ts'
import { pageByTag } from './tags.ts'

const all = sql<SqlBool>`true`
const sortedById = sql`order by id`

export function postgresReaders(run: WithDatabase): ReadTables {
  return {
    users: {
      getMany: (ids) => run((database) => selectInOrder(database, 'users', all, ids, ['id', ({ id }) => id])),
      getSummaries: (ids) =>
        run(async ({ db }) => {
          const rows = await db.selectFrom('users').select(summaryColumns).where(isOneOf('id', ids)).execute()
          return inOrder(ids, rows)
        }),
      getBios: (ids) =>
        run(async ({ db }) => {
          const rows = await db.selectFrom('users').select(['id', 'bio']).where(isOneOf('id', ids)).execute()
          return inOrder(ids, rows).map((row) => row?.bio)
        }),
      byUsername: (username) =>
        run(async (database) => (await selectRows(database, 'users', sql`username = ${username}`))[0]),
      hasUnfinishedRemoval: () =>
        run(async ({ db }) => (await db.selectFrom('removedUsers').select('id').limit(1).execute()).length > 0),
      page: (order, request) =>
        run((database) => selectPage(database, 'users', all, order === 'OLDEST' ? oldestFirst : newestFirst, request)),
      searchByFirstName: (text, request) => run((database) => searchByFirstName(database, text, request)),
    },
    posts: {
      getMany: (ids) => run((database) => selectInOrder(database, 'posts', all, ids, ['id', ({ id }) => id])),
      page: (order, request) => run((database) => selectPage(database, 'posts', all, postOrders[order], request)),
      pageByAuthor: (authorId, order, request) =>
        run((database) => selectPage(database, 'posts', hasId('authorId', authorId), postOrders[order], request)),
      pageByTag: (tag, order, request) => run((database) => pageByTag(database, tag, postOrders[order], request)),
      countByTag: (tag) =>
        run(async ({ db }) => {
          const row = await db.selectFrom('tagCounts').select('postCount').where('tag', '=', tag).executeTakeFirst()
          return row?.postCount ?? 0
        }),
      feed: (userId, order, request) => run((database) => feed(database, userId, postOrders[order], request)),
    },
    reactions: {
      ofUser: (userId, postIds) =>
        run((database) =>
          selectInOrder(database, 'reactions', hasId('userId', userId), postIds, ['postId', ({ postId }) => postId]),
        ),
      ofPosts: (postIds, limit) =>
        run((database) => {
          if (limit === undefined) return selectRows(database, 'reactions', isOneOf('postId', postIds), sortedById)
          const kinds = sql`(values ('like'), ('dislike')) as kinds (of_kind)`
          const groups = sql`(${distinct(postIds)}) as posts (of_post) cross join ${kinds}`
          return selectLatest(database, 'reactions', groups, sql`post_id = of_post and kind = of_kind`, limit)
        }),
      pageOfLikes: (postId, request) =>
        run((database) => {
          const condition = sql<SqlBool>`${hasId('postId', postId)} and kind = 'like'`
          return selectPage(database, 'reactions', condition, newestFirst, request)
        }),
      pageOfUser: (userId, request) =>
        run((database) => {
          const condition = sql<SqlBool>`${hasId('userId', userId)} and ${isPresent(database)}`
          return selectPage(database, 'reactions', condition, newestPostFirst, request)
        }),
    },
    bookmarks: {
      ofUser: (userId, postIds) =>
        run((database) =>
          selectInOrder(database, 'bookmarks', hasId('userId', userId), postIds, ['postId', ({ postId }) => postId]),
        ),
      allOfUser: (userId) =>
        run((database) =>
          selectRows(database, 'bookmarks', sql`${hasId('userId', userId)} and ${isPresent(database)}`, sortedById),
        ),
      page: (userId, request) =>
        run((database) => {
          const condition = sql<SqlBool>`${hasId('userId', userId)} and ${isPresent(database)}`
          return selectPage(database, 'bookmarks', condition, newestFirst, request)
        }),
    },
    follows: {
      ofFollower: (followerId, followeeIds) =>
        run((database) => {
          const followee = ['followeeId', ({ followeeId }: { followeeId: string }) => followeeId] as const
          return selectInOrder(database, 'follows', hasId('followerId', followerId), followeeIds, followee)
        }),
      byFollowers: (ids, limit) => run((database) => followsOf(database, 'followerId', ids, limit)),
      byFollowees: (ids, limit) => run((database) => followsOf(database, 'followeeId', ids, limit)),
      pageOfFollowers: (id, request) =>
        run((database) => selectPage(database, 'follows', hasId('followeeId', id), newestFirst, request)),
      pageOfFollowing: (id, request) =>
        run((database) => selectPage(database, 'follows', hasId('followerId', id), newestFirst, request)),
    },
    files: {
      getMany: (ids) => run((database) => selectInOrder(database, 'files', all, ids, ['id', ({ id }) => id])),
      ids: ({ after, limit }) =>
        run(async ({ db }) => {
          const files = db.selectFrom('files').select('id')
          const rest = after === undefined ? files : files.where('id', '>', after)
          return (await rest.orderBy('id').limit(limit).execute()).map(({ id }) => id)
        }),
      areUsed: (ids) =>
        run(async ({ db, table }) => {
          const { rows } = await sql<{ id: string }>`
            select id from unnest(${ids}::text[]) as id
            where exists (select from ${table('fileUses')} where file_id = id)`.execute(db)
          const used = new Set(rows.map(({ id }) => id))
          return ids.map((id) => used.has(id))
        }),
      totalSizeOf: (ownerId) =>
        run(async ({ db, table }) => {
          const { rows } = await sql<{ size: number | null }>`
            select sum(size) as size from ${table('files')} where ${hasId('ownerId', ownerId)}`.execute(db)
          return rows[0]?.size ?? 0
        }),
    },
    deletedPosts: {
      deletedBefore: (instant, limit) => run(({ db }) => deletedBefore(db, instant, limit).execute()),
    },
    idempotencyKeys: {
      hasUsedBefore: (instant) =>
        run(async (database) => {
          const end = sql`order by used_at limit 1`
          return (await selectRows(database, 'idempotencyKeys', sql`used_at < ${instant}`, end)).length > 0
        }),
    },
    meta: {
      get: (key) =>
        run(async ({ db }) => {
          const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
          return row?.value
        }),
    },
  }
}

/** Returns the rows in the order of `ids`. */
function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): (Row | undefined)[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

/** Reads the follows of these users, of each the latest ones if there is a limit. */
function followsOf(
  database: Database,
  column: 'followerId' | 'followeeId',
  ids: readonly string[],
  limit: number | undefined,
): Promise<FollowRow[]> {
  if (limit === undefined) return selectRows(database, 'follows', isOneOf(column, ids), sortedById)
  const groups = sql`(${distinct(ids)}) as users (of_user)`
  return selectLatest(database, 'follows', groups, sql`${sql.ref(column)} = of_user`, limit)
}

function distinct(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select distinct unnest(${idArray(ids)})`
}

/** Reads the latest rows of each group, and sorts all of them by id. */
async function selectLatest<Table extends 'reactions' | 'follows'>(
  { db, table }: Database,
  name: Table,
  groups: RawBuilder<unknown>,
  isInGroup: RawBuilder<SqlBool>,
  limit: number,
): Promise<Rows[Table][]> {
  const { rows } = await sql<Rows[Table]>`
    select ${columnsOf(name)} from ${groups} cross join lateral (
      select ${columnsOf(name)} from ${table(name)} where ${isInGroup} order by id desc limit ${limit}
    ) as latest
    ${sortedById}`.execute(db)
  return rows
}

/** The condition for reactions and bookmarks whose post is not deleted. */
function isPresent({ table }: Database): RawBuilder<SqlBool> {
  return sql`not exists (select from ${table('deletedPosts')} as deleted where deleted.id = post_id)`
}

/** The ids and media of the posts that were deleted before an instant. */
export function deletedBefore(db: Database['db'], instant: number, limit: number) {
  return db
    .selectFrom('deletedPosts')
    .select(['id', 'mediaUrl'])
    .where('deletedAt', '<', instant)
    .orderBy('deletedAt')
    .orderBy('id')
    .limit(limit)
}
