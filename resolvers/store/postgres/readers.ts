import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import type { ReadTables } from '../port.ts'
import { userColumns, type Database, type SqlTables } from './database.ts'
import { feed } from './feed.ts'
import { pageByTag } from './tags.ts'
import { newestFirst, newestPostFirst, oldestFirst, postOrders, selectPage } from './pages.ts'
import { searchByFirstName } from './search.ts'

/** Runs one call of the port. */
export type WithDatabase = <T>(call: (database: Database) => Promise<T>) => Promise<T>

export function postgresReaders(run: WithDatabase): ReadTables {
  return {
    users: usersReader(run),
    posts: postsReader(run),
    reactions: reactionsReader(run),
    bookmarks: bookmarksReader(run),
    follows: followsReader(run),
    files: filesReader(run),
    deletedPosts: {
      deletedBefore: (instant, limit) =>
        run(({ db }) =>
          db
            .selectFrom('deletedPosts')
            .select(['id', 'mediaUrl'])
            .where('deletedAt', '<', instant)
            .orderBy('deletedAt')
            .orderBy('id')
            .limit(limit)
            .execute(),
        ),
    },
    idempotencyKeys: {
      hasUsedBefore: (instant) =>
        run(async ({ db }) => {
          const query = db.selectFrom('idempotencyKeys').select('key').where('usedAt', '<', instant).orderBy('usedAt')
          return (await query.limit(1).executeTakeFirst()) !== undefined
        }),
    },
    meta: metaReader(run),
  }
}

function usersReader(run: WithDatabase): ReadTables['users'] {
  return {
    getMany: (ids) =>
      run(async ({ db }) => {
        const rows = await db.selectFrom('users').select(userColumns).where('id', '=', anyOf(ids)).execute()
        return inOrderOf(ids, rows, ({ id }) => id)
      }),
    byUsername: (username) =>
      run(({ db }) => db.selectFrom('users').select(userColumns).where('username', '=', username).executeTakeFirst()),
    page: (order, request) =>
      run(({ db }) =>
        selectPage(db.selectFrom('users').select(userColumns), order === 'OLDEST' ? oldestFirst : newestFirst, request),
      ),
    searchByFirstName: (text, request) => run((database) => searchByFirstName(database, text, request)),
  }
}

function postsReader(run: WithDatabase): ReadTables['posts'] {
  return {
    getMany: (ids) =>
      run(async ({ db }) => {
        const rows = await db.selectFrom('posts').selectAll().where('id', '=', anyOf(ids)).execute()
        return inOrderOf(ids, rows, ({ id }) => id)
      }),
    page: (order, request) =>
      run(({ db }) => selectPage(db.selectFrom('posts').selectAll(), postOrders[order], request)),
    pageByAuthor: (authorId, order, request) =>
      run(({ db }) =>
        selectPage(db.selectFrom('posts').selectAll().where('authorId', '=', authorId), postOrders[order], request),
      ),
    pageByTag: (tag, order, request) => run((database) => pageByTag(database, tag, postOrders[order], request)),
    countByTag: (tag) =>
      run(async ({ db }) => {
        const row = await db.selectFrom('tagCounts').select('postCount').where('tag', '=', tag).executeTakeFirst()
        return row?.postCount ?? 0
      }),
    feed: (userId, order, request) => run((database) => feed(database, userId, postOrders[order], request)),
  }
}

function reactionsReader(run: WithDatabase): ReadTables['reactions'] {
  return {
    ofUser: (userId, postIds) =>
      run(async ({ db }) => {
        const rows = await db
          .selectFrom('reactions')
          .selectAll()
          .where('postId', '=', anyOf(postIds))
          .where('userId', '=', userId)
          .execute()
        return inOrderOf(postIds, rows, ({ postId }) => postId)
      }),
    ofPosts: (postIds) =>
      run(({ db }) =>
        db.selectFrom('reactions').selectAll().where('postId', '=', anyOf(postIds)).orderBy('id').execute(),
      ),
    pageOfLikes: (postId, request) =>
      run(({ db }) =>
        selectPage(
          db.selectFrom('reactions').selectAll().where('postId', '=', postId).where('kind', '=', 'like'),
          newestFirst,
          request,
        ),
      ),
    pageOfUser: (userId, request) =>
      run(({ db }) =>
        selectPage(
          db.selectFrom('reactions').selectAll().where('userId', '=', userId).where(isPresent('reactions')),
          newestPostFirst,
          request,
        ),
      ),
  }
}

function bookmarksReader(run: WithDatabase): ReadTables['bookmarks'] {
  return {
    ofUser: (userId, postIds) =>
      run(async ({ db }) => {
        const rows = await db
          .selectFrom('bookmarks')
          .selectAll()
          .where('userId', '=', userId)
          .where('postId', '=', anyOf(postIds))
          .execute()
        return inOrderOf(postIds, rows, ({ postId }) => postId)
      }),
    allOfUser: (userId) => run(({ db }) => bookmarksOf(db, userId).orderBy('id').execute()),
    userIdsOf: (postId) =>
      run(async ({ db }) => {
        const rows = await db.selectFrom('bookmarks').select('userId').where('postId', '=', postId).execute()
        return rows.map(({ userId }) => userId).toSorted()
      }),
    page: (userId, request) => run(({ db }) => selectPage(bookmarksOf(db, userId), newestFirst, request)),
  }
}

function bookmarksOf(db: Database['db'], userId: string) {
  return db.selectFrom('bookmarks').selectAll().where('userId', '=', userId).where(isPresent('bookmarks'))
}

/** The condition for rows whose post is not deleted. */
function isPresent(table: 'reactions' | 'bookmarks'): Expression<SqlBool> {
  const { not, exists, selectFrom } = expressionBuilder<SqlTables, typeof table>()
  return not(exists(selectFrom('deletedPosts').select('id').whereRef('deletedPosts.id', '=', `${table}.postId`)))
}

function followsReader(run: WithDatabase): ReadTables['follows'] {
  return {
    ofFollower: (followerId, followeeIds) =>
      run(async ({ db }) => {
        const rows = await db
          .selectFrom('follows')
          .selectAll()
          .where('followerId', '=', followerId)
          .where('followeeId', '=', anyOf(followeeIds))
          .execute()
        return inOrderOf(followeeIds, rows, ({ followeeId }) => followeeId)
      }),
    byFollowers: (followerIds) =>
      run(({ db }) =>
        db.selectFrom('follows').selectAll().where('followerId', '=', anyOf(followerIds)).orderBy('id').execute(),
      ),
    byFollowees: (followeeIds) =>
      run(({ db }) =>
        db.selectFrom('follows').selectAll().where('followeeId', '=', anyOf(followeeIds)).orderBy('id').execute(),
      ),
    pageOfFollowers: (followeeId, request) =>
      run(({ db }) =>
        selectPage(db.selectFrom('follows').selectAll().where('followeeId', '=', followeeId), newestFirst, request),
      ),
    pageOfFollowing: (followerId, request) =>
      run(({ db }) =>
        selectPage(db.selectFrom('follows').selectAll().where('followerId', '=', followerId), newestFirst, request),
      ),
  }
}

function filesReader(run: WithDatabase): ReadTables['files'] {
  return {
    get: (id) => run(({ db }) => db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()),
    unusedOf: (ownerId) =>
      run(({ db }) =>
        db
          .selectFrom('files')
          .selectAll()
          .where('ownerId', '=', ownerId)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('fileUses').select('fileId').whereRef('fileId', '=', 'files.id'))),
          )
          .orderBy('id')
          .execute(),
      ),
  }
}

function metaReader(run: WithDatabase): ReadTables['meta'] {
  return {
    get: (key) =>
      run(async ({ db }) => {
        const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
        return row?.value
      }),
  }
}

/** To compare with each of these ids. Their number has no limit, unlike that of parameters. */
function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql`any(${ids}::text[])`
}

/** For each id the row that has it. */
function inOrderOf<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): (Row | undefined)[] {
  const found = new Map(rows.map((row) => [idOf(row), row]))
  return ids.map((id) => found.get(id))
}
