import { firstNameGroups } from '../search/firstNameKeys.ts'
import type { FirstNameGroup } from '../search/firstNameKeys.ts'
import { pageRange, prefixRange } from '../sorted/keys.ts'
import type { Key, KeyRange } from '../sorted/keys.ts'
import { mergeAsync } from '../sorted/merge.ts'
import { placedById, placedByPost, searchCursorOf } from '../sorted/placements.ts'
import type { Placement } from '../sorted/placements.ts'
import type { AdminReader, Counts, KeyCursor } from '../administration.ts'
import type { IdCursor, Page, PageRequest, ReadTables, SearchCursor } from '../port.ts'
import { tableNames } from '../rows.ts'
import type { BookmarkRow, ReactionRow, Rows, TableName, UserRow } from '../rows.ts'
import { readAll, readPage, take, toIdbRange, walk, type SourceRange, type RowSource } from './cursors.ts'
import type { ReadTransaction, WithTransaction } from './database.ts'
import { postsReader } from './postsReader.ts'
import { rowIn } from './rowIn.ts'

/** Returns the readers of all tables. */
export function indexedDbReaders(run: WithTransaction<ReadTransaction>): ReadTables {
  return {
    users: usersReader(run),
    posts: postsReader(run),
    reactions: reactionsReader(run),
    bookmarks: bookmarksReader(run),
    follows: followsReader(run),
    files: filesReader(run),
    deletedPosts: {
      deletedBefore: (instant, limit) =>
        run(async (tx) => {
          if (limit === 0) return []
          const index = tx.objectStore('deletedPosts').index('byDeletion')
          const rows = await index.getAll(IDBKeyRange.upperBound([instant], true), limit)
          return rows.map(({ id, mediaUrl }) => ({ id, mediaUrl }))
        }),
    },
    idempotencyKeys: {
      hasUsedBefore: (instant) =>
        run(async (tx) => {
          const range = IDBKeyRange.upperBound([instant], true)
          return (await tx.objectStore('idempotencyKeys').index('byUse').getKey(range)) !== undefined
        }),
    },
    meta: metaReader(run),
  }
}

/** Returns the readers of the administration: also counts, all rows and the bytes of files. */
export function indexedDbAdminReader(run: WithTransaction<ReadTransaction>): AdminReader {
  return {
    ...indexedDbReaders(run),
    count: () => run(countRows),
    rows: (table, request) => run((tx) => readRows(tx, table, request)),
    blobs: { get: (id) => run((tx) => readBlob(tx, id)) },
  }
}

/** Returns the bytes of a file, or undefined if there are none. */
export async function readBlob(tx: ReadTransaction, id: string): Promise<Blob | undefined> {
  const content = await tx.objectStore('blobs').get(id)
  return content && new Blob([content])
}

function usersReader(run: WithTransaction<ReadTransaction>): ReadTables['users'] {
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
          {
            source: tx.objectStore('users'),
            prefix: [],
            direction: order === 'OLDEST' ? 'ascending' : 'descending',
            placement: { cursorOf: ({ row: { id } }) => ({ id }), keyOf: placedById.keyOf },
          },
          request,
        )
        return page.map(({ row: record, cursor }) => ({ row: record.row, cursor }))
      }),
    searchByFirstName: (text, { after, limit }) =>
      run(async (tx) => {
        const page: Page<UserRow, SearchCursor> = []
        for (const group of firstNameGroups(text, after)) {
          const rows = await readGroup(tx, group, limit - page.length)
          page.push(...rows.map((row) => ({ row, cursor: searchCursorOf(row, group.isPrefix) })))
        }
        return page
      }),
  }
}

async function readGroup(tx: ReadTransaction, group: FirstNameGroup, limit: number): Promise<UserRow[]> {
  // In IndexedDB, a count of 0 means no limit.
  if (limit === 0) return []
  const users = tx.objectStore('users')
  const [range, ...others] = group.ranges
  if (range === undefined) return []
  if (others.length === 0) return (await users.index('byFirstName').getAll(toIdbRange(range), limit)).map(rowIn.users)
  const lists = group.ranges.map((each) => placesIn(tx, each))
  const places = await take(matchesIn(mergeAsync(lists, 'ascending'), group), limit)
  const records = await Promise.all(places.map(({ id }) => users.get([id])))
  return records.flatMap((record) => (record === undefined ? [] : [record.row]))
}

interface UserPlace {
  key: Key
  name: string
  id: string
}

async function* matchesIn(
  places: AsyncGenerator<UserPlace, void>,
  { matches }: FirstNameGroup,
): AsyncGenerator<UserPlace, void> {
  for await (const place of places) if (matches(place.name)) yield place
}

/** The places of names in one range of grams. */
async function* placesIn(tx: ReadTransaction, range: KeyRange): AsyncGenerator<UserPlace, void> {
  const opening = tx.objectStore('users').index('byFirstName').openKeyCursor(toIdbRange(range))
  for await (const { key } of walk(opening)) {
    const [, , name, id] = key
    yield { key: [name, id], name, id }
  }
}

/** Reads a page of links, latest first. */
function readLatest<Row extends { id: string }>(
  source: RowSource<Row>,
  prefix: string[],
  request: PageRequest<IdCursor>,
): Promise<Page<Row, IdCursor>> {
  const placement: Placement<Row, IdCursor> = placedById
  return readPage({ source, prefix, direction: 'descending', placement }, request)
}

/** Reads a page without the rows of deleted posts. */
async function readPresent<Row extends { postId: string }>(
  tx: ReadTransaction,
  list: SourceRange<Row, IdCursor>,
  { after, limit }: PageRequest<IdCursor>,
): Promise<Page<Row, IdCursor>> {
  const page = await readPage(list, { after, limit })
  const found = new Set(
    await present(
      tx,
      page.map(({ row }) => row),
    ),
  )
  const kept = page.filter(({ row }) => found.has(row))
  const hidden = page.length - kept.length
  if (hidden === 0 || page.length < limit) return kept
  return [...kept, ...(await readPresent(tx, list, { after: page.at(-1)?.cursor, limit: hidden }))]
}

/** Leaves out the rows of deleted posts. */
async function present<Row extends { postId: string }>(tx: ReadTransaction, rows: readonly Row[]): Promise<Row[]> {
  const deleted = await Promise.all(rows.map(({ postId }) => tx.objectStore('deletedPosts').getKey([postId])))
  return rows.filter((_row, index) => deleted[index] === undefined)
}

function reactionsReader(run: WithTransaction<ReadTransaction>): ReadTables['reactions'] {
  return {
    ofUser: (userId, postIds) =>
      run((tx) => Promise.all(postIds.map((postId) => tx.objectStore('reactions').get([postId, userId])))),
    ofPosts: (postIds) => run((tx) => readAll(tx.objectStore('reactions'), postIds)),
    pageOfLikes: (postId, request) =>
      run((tx) => readLatest(tx.objectStore('reactions').index('byKind'), [postId, 'like'], request)),
    pageOfUser: (userId, request) =>
      run((tx) => {
        const source = tx.objectStore('reactions').index('byUser')
        const list = { source, prefix: [userId], direction: 'descending', placement: placedByPost } as const
        return readPresent<ReactionRow>(tx, list, request)
      }),
  }
}

function bookmarksReader(run: WithTransaction<ReadTransaction>): ReadTables['bookmarks'] {
  return {
    ofUser: (userId, postIds) =>
      run((tx) => Promise.all(postIds.map((postId) => tx.objectStore('bookmarks').get([userId, postId])))),
    allOfUser: (userId) => run(async (tx) => present(tx, await readAll(tx.objectStore('bookmarks'), [userId]))),
    userIdsOf: (postId) =>
      run(async (tx) => {
        const range = toIdbRange(prefixRange([postId]))
        const keys = await tx.objectStore('bookmarks').index('byPost').getAllKeys(range)
        return keys.map(([userId]) => userId)
      }),
    page: (userId, request) =>
      run((tx) => {
        const source = tx.objectStore('bookmarks').index('byUser')
        const list = { source, prefix: [userId], direction: 'descending', placement: placedById } as const
        return readPresent<BookmarkRow>(tx, list, request)
      }),
  }
}

function followsReader(run: WithTransaction<ReadTransaction>): ReadTables['follows'] {
  return {
    ofFollower: (followerId, followeeIds) =>
      run((tx) => Promise.all(followeeIds.map((id) => tx.objectStore('follows').get([followerId, id])))),
    byFollowers: (followerIds) => run((tx) => readAll(tx.objectStore('follows'), followerIds)),
    byFollowees: (followeeIds) => run((tx) => readAll(tx.objectStore('follows').index('byFollowee'), followeeIds)),
    pageOfFollowers: (followeeId, request) =>
      run((tx) => readLatest(tx.objectStore('follows').index('byFollowee'), [followeeId], request)),
    pageOfFollowing: (followerId, request) =>
      run((tx) => readLatest(tx.objectStore('follows').index('byFollower'), [followerId], request)),
  }
}

function filesReader(run: WithTransaction<ReadTransaction>): ReadTables['files'] {
  return {
    get: (id) => run((tx) => tx.objectStore('files').get([id])),
    unusedOf: (ownerId) =>
      run(async (tx) => {
        const files = await tx
          .objectStore('files')
          .index('byOwner')
          .getAll(toIdbRange(prefixRange([ownerId])))
        const areUsed = await Promise.all(files.map(({ id }) => isUsed(tx, id)))
        return files.filter((_file, index) => areUsed[index] === false)
      }),
  }
}

/** Returns whether any post or profile shows a file. */
export async function isUsed(tx: ReadTransaction, fileId: string): Promise<boolean> {
  return (await tx.objectStore('fileUses').getKey(toIdbRange(prefixRange([fileId])))) !== undefined
}

function metaReader(run: WithTransaction<ReadTransaction>): ReadTables['meta'] {
  return { get: (key) => run((tx) => tx.objectStore('meta').get(key)) }
}

async function countRows(tx: ReadTransaction): Promise<Counts> {
  const [users = 0, posts = 0, reactions = 0, bookmarks = 0, follows = 0, files = 0, fileUses = 0] = await Promise.all(
    tableNames.map((table) => tx.objectStore(table).count()),
  )
  return { users, posts, reactions, bookmarks, follows, files, fileUses }
}

/** Reads a page with one request, where a cursor needs one per row. */
async function readRows<Table extends TableName>(
  tx: ReadTransaction,
  table: Table,
  { after, limit }: PageRequest<KeyCursor>,
): Promise<Page<Rows[Table], KeyCursor>> {
  // In IndexedDB, a count of 0 means no limit.
  if (limit === 0) return []
  const store = tx.objectStore(table)
  const range = toIdbRange(pageRange([], 'ascending', after))
  const [keys, records] = await Promise.all([store.getAllKeys(range, limit), store.getAll(range, limit)])
  return records.map((record, index) => ({ row: rowIn[table](record), cursor: keys[index] ?? [] }))
}
