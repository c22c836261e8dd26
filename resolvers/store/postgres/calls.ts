/** The calls of the port over Postgres. */

import { sql, type SqlBool } from 'kysely'
import { keyof, omit } from 'valibot'

import { isId } from '../../lib/ids.ts'
import {
  plainReaders,
  plainWriters,
  type IdCursor,
  type Page,
  type PageRequest,
  type ReadTables,
  type Tables,
} from '../port.ts'
import type { PostRow, UserRow, UserSummary } from '../rows.ts'
import { foldedName, spelledName } from '../search/firstNames.ts'
import { cursorOf, tables } from '../tables.ts'
import { columnNames, haveValues, isAfter, isOneOf, refs, sorted } from './columns.ts'
import type { Database, WithDatabase } from './connection/database.ts'
import { eventsReader, eventsWriter } from './events.ts'
import { feed } from './feed.ts'
import { nameInsertions } from './names.ts'
import { searchPosts } from './postSearch.ts'
import { updateWords, wordInsertions } from './postWords.ts'
import { purgePosts } from './removals.ts'
import { usersByFirstName } from './search.ts'
import { selectRows, tableReader, tableWriter } from './table.ts'
import { pageByTag, tagInsertions, updateTags } from './tags.ts'
import { searchUsers, userNameInsertions } from './userNames.ts'
import { continueRemoval, removeUser } from './userRemoval.ts'

/** The columns of a user without those that may be long. Postgres does not fetch the others from where they are. */
const summaryColumns = keyof(omit(tables.users.shape, ['bio', 'extra'])).options

export function readTables(run: WithDatabase): ReadTables {
  const users = tableReader(run, 'users')
  return {
    users: {
      ...users,
      getSummaries: (ids) => run((database) => selectParts<UserSummary>(database, ids, summaryColumns)),
      getBios: (ids) =>
        run(async (database) => {
          const rows = await selectParts<Pick<UserRow, 'id' | 'bio'>>(database, ids, ['id', 'bio'])
          return rows.map((row) => row?.bio)
        }),
      byUsername: async (of) => (await users.page('byUsername', { of, limit: 1 }))[0]?.row,
      hasUnfinishedRemoval: () =>
        run(async ({ db }) => (await db.selectFrom('removedUsers').select('id').limit(1).execute()).length > 0),
      pageOfNotFollowed: (followerId, request) => run((database) => pageOfNotFollowed(database, followerId, request)),
    },
    posts: {
      ...tableReader(run, 'posts'),
      pageByTag: (tag, order, request) => run((database) => pageByTag(database, tag, order, request)),
      countByTag: (tag) =>
        run(async (database) => (await selectRows(database, 'tagCounts', sql`tag = ${tag}`))[0]?.postCount ?? 0),
      ancestors: (ids, limit) => run((database) => ancestorsOf(database, ids, limit)),
      feed: (userId, order, request) => run((database) => feed(database, userId, order, request)),
    },
    ...plainReaders((table) => tableReader(run, table)),
    files: {
      ...tableReader(run, 'files'),
      totalSizeOf: (ownerId) =>
        run(async ({ db, table }) => {
          const { rows } = await sql<{ size: number | null }>`
            select sum(size) as size from ${table('files')}
            where ${haveValues('files', ['ownerId'], [ownerId])}`.execute(db)
          return rows[0]?.size ?? 0
        }),
    },
    search: {
      usersByFirstName: (text, request) => run((database) => usersByFirstName(database, text, request)),
      posts: (search, request) => run((database) => searchPosts(database, search, request)),
      users: (text, request) => run((database) => searchUsers(database, text, request)),
    },
    events: eventsReader(run),
    meta: {
      get: (key) =>
        run(async ({ db }) => {
          const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
          return row?.value
        }),
    },
  }
}

/** The tables of one transaction. */
export function writeTables(run: WithDatabase): Tables {
  const readers = readTables(run)
  const users = tableWriter(run, 'users', {
    stored: ({ firstName }) => ({ foldedName: foldedName(firstName), spelledName: spelledName(firstName) }),
    inserted: (rows) => [...userNameInsertions(rows), ...nameInsertions(rows)],
  })
  return {
    users: {
      ...readers.users,
      lock: users.lock,
      insert: users.insert,
      patch: users.patch,
      remove: (id, now) => run((database) => removeUser(database, id, now)),
      continueRemoval: (now) => run((database) => continueRemoval(database, now)),
    },
    posts: {
      ...readers.posts,
      ...tableWriter(run, 'posts', {
        inserted: (posts) => [...tagInsertions(posts), ...wordInsertions(posts)],
        async patched(database, post, patch) {
          await updateTags(database, post, patch)
          await updateWords(database, post, patch)
        },
      }),
      purge: (...ids) => run((database) => purgePosts(database, ids)),
    },
    ...plainWriters((table) => tableWriter(run, table)),
    files: { ...readers.files, ...tableWriter(run, 'files') },
    search: readers.search,
    events: eventsWriter(run),
    meta: {
      ...readers.meta,
      put: (key, value) => {
        const row = { key, value: JSON.stringify(value) }
        return run(async ({ db }) => {
          await db
            .insertInto('meta')
            .values(row)
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
            .execute()
        })
      },
    },
  }
}

/** Reads some columns of users, in the order of `ids`. */
async function selectParts<Row extends { id: string }>(
  { db, table }: Database,
  ids: readonly string[],
  columns: readonly (keyof Row & string)[],
): Promise<(Row | undefined)[]> {
  const { rows } = await sql<Row>`
    select ${refs(columns)} from ${table('users')} where ${isOneOf('users', 'id', ids)}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

/** A list of its own: each post leads to the next one. */
async function ancestorsOf({ db, table }: Database, ids: readonly string[], limit: number): Promise<PostRow[][]> {
  const { rows } = await sql<PostRow & { replyId: string }>`
    with recursive chain (reply_id, id, parent_id, depth) as (
      select id, id, parent_id, 0 from ${table('posts')} where ${isOneOf('posts', 'id', ids)}
      union all
      select reply_id, posts.id, posts.parent_id, depth + 1 from chain
      join ${table('posts')} as posts on posts.id = chain.parent_id where depth < ${limit}
    )
    select reply_id, ${refs(columnNames('posts'), 'posts')} from chain
    join ${table('posts')} as posts on posts.id = chain.id where depth > 0 order by depth`.execute(db)
  const ancestors = new Map<string, PostRow[]>(ids.map((id) => [id, []]))
  for (const { replyId, ...row } of rows) ancestors.get(replyId)?.push(row)
  return ids.map((id) => ancestors.get(id) ?? [])
}

/** A list of its own: the users who are not in another one. */
async function pageOfNotFollowed(
  database: Database,
  followerId: string,
  { after, limit }: PageRequest<IdCursor>,
): Promise<Page<UserRow, IdCursor>> {
  const isFollower = haveValues('follows', ['followerId'], [followerId])
  const isSought = sql<SqlBool>`
    id is distinct from ${isId(followerId) ? followerId : null} and not exists (
      select from ${database.table('follows')} where ${isFollower} and followee_id = users.id
    ) and ${isAfter('users', ['id'], after && [after.id])}`
  const rows = await selectRows(database, 'users', isSought, sql`${sorted(['id'])} limit ${limit}`)
  return rows.map((row) => ({ row, cursor: cursorOf('users', 'byId', row) }))
}
