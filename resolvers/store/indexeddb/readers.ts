import { firstNamePosition, firstNameRanges, isFirstMatch } from '../firstNameIndex.ts'
import { pageRange, prefixRange } from '../keys.ts'
import type { KeyRange } from '../keys.ts'
import { mergeAsync } from '../merge.ts'
import type {
  BookmarksReader,
  Counts,
  FilesReader,
  FollowsReader,
  MetaReader,
  Page,
  PageRequest,
  Placed,
  Position,
  PostOrder,
  PostsReader,
  ReactionsReader,
  ReadTables,
  UsersReader,
} from '../port.ts'
import { tableNames } from '../rows.ts'
import type { Rows, TableName, UserRow } from '../rows.ts'
import { readAll, readPage, takePage, toIdbRange, walk } from './cursors.ts'
import type { ReadTransaction, WeftSchema } from './dbSchema.ts'

/** Runs one call in an IndexedDB transaction. `work` may await only requests to that transaction. */
export type Run<Tx extends ReadTransaction> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export function indexedDbReaders(run: Run<ReadTransaction>): ReadTables {
  return {
    users: usersReader(run),
    posts: postsReader(run),
    reactions: reactionsReader(run),
    bookmarks: bookmarksReader(run),
    follows: followsReader(run),
    files: filesReader(run),
    meta: metaReader(run),
    count: () => run(countRows),
    rows: (table, request) => run((tx) => readRows(tx, table, request)),
  }
}

function usersReader(run: Run<ReadTransaction>): UsersReader {
  return {
    getMany: (ids) =>
      run(async (tx) => {
        const records = await Promise.all(ids.map((id) => tx.objectStore('users').get([id])))
        return records.map((record) => record?.row)
      }),
    byUsername: (username) =>
      run(async (tx) => (await tx.objectStore('users').index('byUsername').get([username]))?.row),
    page: (order, request) =>
      run(async (tx) => {
        const page = await readPage(
          tx.objectStore('users'),
          [],
          order === 'OLDEST' ? 'ascending' : 'descending',
          request,
        )
        return page.map(({ row: record, position }) => ({ row: record.row, position }))
      }),
    searchByFirstName: (text, { after, limit }) =>
      run((tx) => {
        const lists = firstNameRanges(text, after).map((range) => matches(tx, text, range))
        return takePage(mergeAsync(lists, 'ascending'), limit)
      }),
  }
}

async function* matches(tx: ReadTransaction, text: string, range: KeyRange): AsyncGenerator<Placed<UserRow>, void> {
  const opening = tx.objectStore('users').index('byFirstName').openCursor(toIdbRange(range))
  for await (const { key, value } of walk(opening)) {
    if (isFirstMatch(key, value.row.firstName, text)) yield { row: value.row, position: firstNamePosition(key) }
  }
}

function postsReader(run: Run<ReadTransaction>): PostsReader {
  return {
    getMany: (ids) => run((tx) => Promise.all(ids.map((id) => tx.objectStore('posts').get([id])))),
    page: (order, request) =>
      run((tx) => {
        const posts = tx.objectStore('posts')
        return readPage(order === 'LATEST' ? posts : posts.index('byLikes'), [], 'descending', request)
      }),
    pageByAuthor: (authorId, order, request) =>
      run((tx) => {
        const posts = tx.objectStore('posts')
        const index = posts.index(order === 'LATEST' ? 'byAuthor' : 'byAuthorAndLikes')
        return readPage(index, [authorId], 'descending', request)
      }),
    feed: (userId, order, { after, limit }) =>
      run(async (tx) => {
        const follows = await tx.objectStore('follows').getAllKeys(toIdbRange(prefixRange([userId])))
        const authorIds = [...new Set([userId, ...follows.map(([, followeeId]) => followeeId)])]
        const lists = authorIds.map((id) => placedIdsOfAuthor(tx, id, order, after))
        const page = await takePage(mergeAsync(lists, 'descending'), limit)
        const rows = await Promise.all(page.map(({ id }) => tx.objectStore('posts').get([id])))
        return page.flatMap(({ position }, index) => {
          const row = rows[index]
          return row === undefined ? [] : [{ row, position }]
        })
      }),
  }
}

async function* placedIdsOfAuthor(
  tx: ReadTransaction,
  authorId: string,
  order: PostOrder,
  after: Position | undefined,
): AsyncGenerator<{ id: string; position: Position }, void> {
  const index = tx.objectStore('posts').index(order === 'LATEST' ? 'byAuthor' : 'byAuthorAndLikes')
  const opening = index.openKeyCursor(toIdbRange(pageRange([authorId], 'descending', after)), 'prev')
  for await (const { key, primaryKey } of walk(opening)) yield { id: primaryKey[0], position: key.slice(1) }
}

function reactionsReader(run: Run<ReadTransaction>): ReactionsReader {
  return {
    ofUser: (userId, postIds) =>
      run((tx) => Promise.all(postIds.map((postId) => tx.objectStore('reactions').get([postId, userId])))),
    ofPosts: (postIds) => run((tx) => readAll(tx.objectStore('reactions'), postIds)),
    pageOfLikes: (postId, request) =>
      run((tx) => readPage(tx.objectStore('reactions').index('byKind'), [postId, 'like'], 'descending', request)),
  }
}

function bookmarksReader(run: Run<ReadTransaction>): BookmarksReader {
  return {
    ofUser: (userId, postIds) =>
      run((tx) => Promise.all(postIds.map((postId) => tx.objectStore('bookmarks').get([userId, postId])))),
    allOfUser: (userId) => run((tx) => readAll(tx.objectStore('bookmarks'), [userId])),
    page: (userId, request) =>
      run((tx) => readPage(tx.objectStore('bookmarks').index('byUser'), [userId], 'descending', request)),
  }
}

function followsReader(run: Run<ReadTransaction>): FollowsReader {
  return {
    ofFollower: (followerId, followeeIds) =>
      run((tx) => Promise.all(followeeIds.map((id) => tx.objectStore('follows').get([followerId, id])))),
    byFollowers: (followerIds) => run((tx) => readAll(tx.objectStore('follows'), followerIds)),
    byFollowees: (followeeIds) => run((tx) => readAll(tx.objectStore('follows').index('byFollowee'), followeeIds)),
    pageOfFollowers: (followeeId, request) =>
      run((tx) => readPage(tx.objectStore('follows').index('byFollowee'), [followeeId], 'descending', request)),
    pageOfFollowing: (followerId, request) =>
      run((tx) => readPage(tx.objectStore('follows').index('byFollower'), [followerId], 'descending', request)),
  }
}

function filesReader(run: Run<ReadTransaction>): FilesReader {
  return {
    get: (id) => run((tx) => tx.objectStore('files').get([id])),
    unusedOf: (ownerId) =>
      run((tx) =>
        tx
          .objectStore('files')
          .index('byOwnerAndUse')
          .getAll(toIdbRange(prefixRange([ownerId, 0]))),
      ),
  }
}

function metaReader(run: Run<ReadTransaction>): MetaReader {
  return { get: (key) => run((tx) => tx.objectStore('meta').get(key)) }
}

async function countRows(tx: ReadTransaction): Promise<Counts> {
  const [users = 0, posts = 0, reactions = 0, bookmarks = 0, follows = 0, files = 0] = await Promise.all(
    tableNames.map((table) => tx.objectStore(table).count()),
  )
  return { users, posts, reactions, bookmarks, follows, files }
}

/** Returns the row of a record. The record of a user also contains the keys of an index. */
const rowIn: { readonly [Table in TableName]: (record: WeftSchema[Table]['value']) => Rows[Table] } = {
  users: ({ row }) => row,
  posts: (row) => row,
  reactions: (row) => row,
  bookmarks: (row) => row,
  follows: (row) => row,
  files: (row) => row,
}

/** Reads a page with one request, where a cursor needs one per row. */
async function readRows<Table extends TableName>(
  tx: ReadTransaction,
  table: Table,
  { after, limit }: PageRequest,
): Promise<Page<Rows[Table]>> {
  // In IndexedDB, a count of 0 means no limit.
  if (limit === 0) return []
  const store = tx.objectStore(table)
  const range = toIdbRange(pageRange([], 'ascending', after))
  const [keys, records] = await Promise.all([store.getAllKeys(range, limit), store.getAll(range, limit)])
  return records.map((record, index) => ({ row: rowIn[table](record), position: keys[index] ?? [] }))
}
