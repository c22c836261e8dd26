/** The calls of the port over keys and values. */

import type { AdminReader, AdminWriter, Counts, Inserts } from '../administration.ts'
import {
  plainReaders,
  plainWriters,
  type ByteRange,
  type IdCursor,
  type Page,
  type PageRequest,
  type PostCursors,
  type PostOrder,
  type ReadTables,
  type Tables,
} from '../port.ts'
import type { PostRow, UserRow, UserSummary } from '../rows.ts'
import { tagPrefix } from '../search/tagKeys.ts'
import { allTables, cursorOf, byTable, indexOf, keyOf, tableNames, valuesOf, type TableName } from '../tables.ts'
import { eventsReader, eventsWriter } from './events.ts'
import { feed } from './feed.ts'
import { pageRange, prefixRange } from './keys.ts'
import { purgePosts, removeUser } from './removals.ts'
import { searchPosts } from './postSearch.ts'
import { usersByFirstName, searchUsers } from './search.ts'
import { readPage, tableReader, tableWriter, take } from './table.ts'
import { changeTagCounts } from './tagCounts.ts'
import type { ReadTransaction, WithTransaction, WriteTransaction } from './transaction.ts'

/** The calls that read. */
export function readTables(run: WithTransaction<ReadTransaction>): ReadTables {
  const users = tableReader(run, 'users')
  return {
    users: {
      ...users,
      // A record is read as a whole, but every store returns the same columns.
      getSummaries: async (ids) => (await users.getMany(ids)).map((user) => user && summaryOf(user)),
      getBios: async (ids) => (await users.getMany(ids)).map((user) => user?.bio),
      byUsername: async (of) => (await users.page('byUsername', { of, limit: 1 }))[0]?.row,
      hasUnfinishedRemoval: () => run(async () => false),
      pageOfNotFollowed: (followerId, request) => run((tx) => pageOfNotFollowed(tx, followerId, request)),
    },
    posts: {
      ...tableReader(run, 'posts'),
      pageByTag: (tag, order, request) => run((tx) => pageByTag(tx, tag, order, request)),
      countByTag: (tag) => run(async (tx) => (await tx.get('tagCounts', [tag]))?.postCount ?? 0),
      ancestors: (ids, limit) => run((tx) => Promise.all(ids.map((id) => ancestorsOf(tx, id, limit)))),
      feed: (userId, order, request) => run((tx) => feed(tx, userId, order, request)),
    },
    ...plainReaders((table) => tableReader(run, table)),
    files: {
      ...tableReader(run, 'files'),
      totalSizeOf: (ownerId) =>
        run(async (tx) => {
          const files = await tx.rows('files', prefixRange([ownerId]), { index: 'byOwner' })
          return files.reduce((sum, { size }) => sum + size, 0)
        }),
    },
    search: {
      usersByFirstName: (text, request) => run((tx) => usersByFirstName(tx, text, request)),
      posts: (search, request) => run((tx) => searchPosts(tx, search, request)),
      users: (text, request) => run((tx) => searchUsers(tx, text, request)),
    },
    events: eventsReader(run),
    meta: { get: (key) => run(async (tx) => (await tx.get('meta', [key]))?.value) },
  }
}

/** The calls of a transaction. */
export function writeTables(run: WithTransaction<WriteTransaction>): Tables {
  const readers = readTables(run)
  const users = tableWriter(run, 'users')
  return {
    users: {
      ...readers.users,
      lock: users.lock,
      insert: users.insert,
      patch: users.patch,
      remove: (id, now) => run((tx) => removeUser(tx, id, now)),
      continueRemoval: () => run(async () => undefined),
    },
    posts: {
      ...readers.posts,
      ...tableWriter(run, 'posts', changeTagCounts),
      purge: (...ids) =>
        run(async (tx) => {
          await purgePosts(tx, ids)
          return true
        }),
    },
    ...plainWriters((table) => tableWriter(run, table)),
    files: { ...readers.files, ...tableWriter(run, 'files') },
    search: readers.search,
    events: eventsWriter(run),
    meta: { ...readers.meta, put: (key, value) => run((tx) => tx.put('meta', { key, value })) },
  }
}

/** The calls of the administration: also counts, all rows and the bytes of files. */
export function adminReader(run: WithTransaction<ReadTransaction>): AdminReader {
  return {
    ...readTables(run),
    count: () => run(countRows),
    rows: (table, { after, limit }) =>
      run(async (tx) => {
        const rows = await tx.rows(table, pageRange([], 'ascending', after), { limit })
        return rows.map((row) => ({ row, cursor: keyOf(table, row) }))
      }),
    blobs: { get: (id) => run((tx) => readBlob(tx, id)) },
  }
}

/** The calls of an administrative transaction. */
export function adminWriter(run: WithTransaction<WriteTransaction>): AdminWriter {
  const { count, rows, blobs } = adminReader(run)
  const kept = new Set<string>(['meta', 'events'])
  const writers = writeTables(run)
  const inserts: Inserts = writers
  return {
    ...writers,
    count,
    rows,
    clear: () =>
      run(async (tx) => {
        await Promise.all(allTables.filter((name) => !kept.has(name)).map((name) => tx.clear(name)))
      }),
    insertMany: (table, inserted) => inserts[table].insert(...inserted),
    blobs: { ...blobs, put: (id, bytes) => run((tx) => tx.put('blobs', { id, bytes })) },
  }
}

/** Returns the bytes of a file, or some of them. */
export async function readBlob(
  tx: ReadTransaction,
  id: string,
  { start, end }: Partial<ByteRange> = {},
): Promise<Blob | undefined> {
  const blob = await tx.get('blobs', [id])
  return blob && new Blob([blob.bytes]).slice(start, end)
}

/** Returns the ids of stored bytes, the smallest first. */
export async function blobIds(tx: ReadTransaction, { after, limit }: PageRequest<string>): Promise<string[]> {
  const range = pageRange([], 'ascending', after === undefined ? undefined : [after])
  return (await tx.keys('blobs', range, { limit })).map(([id]) => String(id))
}

function summaryOf({ bio: _bio, extra: _extra, ...summary }: UserRow): UserSummary {
  return summary
}

/** A list of its own: each post leads to the next one. */
async function ancestorsOf(tx: ReadTransaction, id: string, limit: number): Promise<PostRow[]> {
  const ancestors: PostRow[] = []
  for (let post = await tx.get('posts', [id]); post?.parentId != null && ancestors.length < limit;) {
    post = await tx.get('posts', [post.parentId])
    if (post) ancestors.push(post)
  }
  return ancestors
}

/** A list of its own: the users who are not in another one. */
async function pageOfNotFollowed(
  tx: ReadTransaction,
  followerId: string,
  request: PageRequest<IdCursor>,
): Promise<Page<UserRow, IdCursor>> {
  const isSought = async ({ id }: UserRow) => id !== followerId && !(await tx.has('follows', [followerId, id]))
  const page: Page<UserRow, IdCursor> = []
  for (let { after } = request, isEnd = false; !isEnd && page.length < request.limit;) {
    const users = await readPage(tx, 'users', 'byId', { after, limit: request.limit })
    const areSought = await Promise.all(users.map(({ row }) => isSought(row)))
    page.push(...users.filter((_user, index) => areSought[index]))
    after = users.at(-1)?.cursor
    isEnd = users.length < request.limit
  }
  return page.slice(0, request.limit)
}

/** A list of its own: tags are parts of texts. */
async function pageByTag<Order extends PostOrder>(
  tx: ReadTransaction,
  tag: string,
  order: Order,
  { after, limit }: PageRequest<PostCursors[Order]>,
): Promise<Page<PostRow, PostCursors[Order]>> {
  const key = after && valuesOf(after, indexOf('posts', order).by)
  const range = pageRange(tagPrefix(tag, order), 'descending', key)
  const posts = await take(tx.walk('posts', range, { index: 'byTag', direction: 'descending' }), limit)
  return posts.map((row) => ({ row, cursor: cursorOf('posts', order, row) }))
}

async function countRows(tx: ReadTransaction): Promise<Counts> {
  const counts = byTable(tableNames, () => 0)
  const count = async (table: TableName) => {
    const all = prefixRange([])
    const deleted = table === 'posts' ? await tx.count('posts', all, 'byDeletion') : 0
    counts[table] = (await tx.count(table, all)) - deleted
  }
  await Promise.all(tableNames.map(count))
  return counts
}
