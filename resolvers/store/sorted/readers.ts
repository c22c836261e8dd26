import type { AdminReader, Counts, KeyCursor } from '../administration.ts'
import type { ByteRange, IdCursor, Page, PageRequest, ReadTables, SearchCursor } from '../port.ts'
import { primaryKeyOf, tableNames } from '../rows.ts'
import type { Rows, TableName, UserRow, UserSummary } from '../rows.ts'
import { firstNameGroups, type FirstNameGroup } from '../search/firstNameKeys.ts'
import { pageRange, prefixRange, rangeBefore, type Key, type KeyRange } from './keys.ts'
import { merge } from './merge.ts'
import { readAll, readLatest, readPage, take, type List } from './pages.ts'
import { placedById, placedByPost, searchCursorOf } from './placements.ts'
import { postsReader } from './postsReader.ts'
import { rowIn } from './records.ts'
import type { ReadTransaction, StoreRecord, WithTransaction } from './transaction.ts'

/** Returns the readers of all tables. */
export function sortedReaders(run: WithTransaction<ReadTransaction>): ReadTables {
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
          const rows = await tx.records('deletedPosts', rangeBefore(instant), { index: 'byDeletion', limit })
          return rows.map(({ id, mediaUrl }) => ({ id, mediaUrl }))
        }),
    },
    idempotencyKeys: {
      hasUsedBefore: (instant) =>
        run(async (tx) => {
          const keys = await tx.keys('idempotencyKeys', rangeBefore(instant), { index: 'byUse', limit: 1 })
          return keys.length > 0
        }),
    },
    meta: { get: (key) => run((tx) => tx.get('meta', key)) },
  }
}

/** Returns the readers of the administration: also counts, all rows and the bytes of files. */
export function sortedAdminReader(run: WithTransaction<ReadTransaction>): AdminReader {
  return {
    ...sortedReaders(run),
    count: () => run(countRows),
    rows: (table, request) => run((tx) => readRows(tx, table, request)),
    blobs: { get: (id) => run((tx) => readBlob(tx, id)) },
  }
}

/** Returns the bytes of a file, or some of them. */
export async function readBlob(
  tx: ReadTransaction,
  id: string,
  { start, end }: Partial<ByteRange> = {},
): Promise<Blob | undefined> {
  const content = await tx.get('blobs', id)
  return content && new Blob([content]).slice(start, end)
}

function usersReader(run: WithTransaction<ReadTransaction>): ReadTables['users'] {
  const getMany = (ids: readonly string[]) =>
    run(async (tx) => {
      const records = await Promise.all(ids.map((id) => tx.get('users', [id])))
      return records.map((record) => record?.row)
    })
  return {
    getMany,
    // A record is read as a whole, but every store returns the same columns.
    getSummaries: async (ids) => (await getMany(ids)).map((user) => user && summaryOf(user)),
    getBios: async (ids) => (await getMany(ids)).map((user) => user?.bio),
    byUsername: (username) =>
      run(async (tx) => {
        const [record] = await tx.records('users', prefixRange([username]), { index: 'byUsername', limit: 1 })
        return record?.row
      }),
    hasUnfinishedRemoval: () => run(async () => false),
    page: (order, request) =>
      run(async (tx) => {
        const page = await readPage(
          tx,
          {
            store: 'users',
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

function summaryOf({ bio: _bio, extra: _extra, ...summary }: UserRow): UserSummary {
  return summary
}

async function readGroup(tx: ReadTransaction, group: FirstNameGroup, limit: number): Promise<UserRow[]> {
  const [range, ...others] = group.ranges
  if (range === undefined) return []
  if (others.length === 0) return (await tx.records('users', range, { index: 'byFirstName', limit })).map(rowIn.users)
  const lists = group.ranges.map((each) => placesIn(tx, each))
  const places = await take(matchesIn(merge(lists, 'ascending'), group), limit)
  const records = await Promise.all(places.map(({ id }) => tx.get('users', [id])))
  return records.flatMap((record) => (record === undefined ? [] : [record.row]))
}

interface UserPlace {
  key: Key
  id: string
}

async function* matchesIn(
  places: AsyncGenerator<UserPlace, void>,
  { matches }: FirstNameGroup,
): AsyncGenerator<UserPlace, void> {
  for await (const place of places) if (matches(String(place.key[0]))) yield place
}

/** The places of names in one range of grams. The keys have no gram. */
async function* placesIn(tx: ReadTransaction, range: KeyRange): AsyncGenerator<UserPlace, void> {
  const entries = tx.walkKeys('users', range, { index: 'byFirstName', direction: 'ascending' })
  for await (const { key, primaryKey } of entries) yield { key: key.slice(2), id: primaryKey[0] }
}

/** Reads a page without the rows of deleted posts. */
async function readPresent<Name extends 'reactions' | 'bookmarks'>(
  tx: ReadTransaction,
  list: List<Name, IdCursor>,
  { after, limit }: PageRequest<IdCursor>,
): Promise<Page<StoreRecord<Name>, IdCursor>> {
  const page = await readPage(tx, list, { after, limit })
  const isKept = await arePresent(
    tx,
    page.map(({ row }) => row),
  )
  const kept = page.filter((_place, index) => isKept[index])
  const hidden = page.length - kept.length
  if (hidden === 0 || page.length < limit) return kept
  return [...kept, ...(await readPresent(tx, list, { after: page.at(-1)?.cursor, limit: hidden }))]
}

/** Returns for each row whether its post is not deleted. */
function arePresent(tx: ReadTransaction, rows: readonly { postId: string }[]): Promise<boolean[]> {
  return Promise.all(rows.map(async ({ postId }) => !(await tx.has('deletedPosts', [postId]))))
}

function reactionsReader(run: WithTransaction<ReadTransaction>): ReadTables['reactions'] {
  return {
    ofUser: (userId, postIds) =>
      run((tx) => Promise.all(postIds.map((postId) => tx.get('reactions', [postId, userId])))),
    ofPosts: (postIds, limit) =>
      run(async (tx) =>
        latestOfEach(await readAll(tx, 'reactions', postIds), ({ postId, kind }) => `${kind} ${postId}`, limit),
      ),
    pageOfLikes: (postId, request) => run((tx) => readLatest(tx, 'reactions', 'byKind', [postId, 'like'], request)),
    pageOfUser: (userId, request) =>
      run((tx) => {
        const list = { store: 'reactions', index: 'byUser', prefix: [userId], direction: 'descending' } as const
        return readPresent(tx, { ...list, placement: placedByPost }, request)
      }),
  }
}

function bookmarksReader(run: WithTransaction<ReadTransaction>): ReadTables['bookmarks'] {
  return {
    ofUser: (userId, postIds) =>
      run((tx) => Promise.all(postIds.map((postId) => tx.get('bookmarks', [userId, postId])))),
    allOfUser: (userId) =>
      run(async (tx) => {
        const rows = await readAll(tx, 'bookmarks', [userId])
        const isKept = await arePresent(tx, rows)
        return rows.filter((_row, index) => isKept[index])
      }),
    page: (userId, request) =>
      run((tx) => {
        const list = { store: 'bookmarks', index: 'byUser', prefix: [userId], direction: 'descending' } as const
        return readPresent(tx, { ...list, placement: placedById }, request)
      }),
  }
}

function followsReader(run: WithTransaction<ReadTransaction>): ReadTables['follows'] {
  return {
    ofFollower: (followerId, followeeIds) =>
      run((tx) => Promise.all(followeeIds.map((id) => tx.get('follows', [followerId, id])))),
    byFollowers: (ids, limit) =>
      run(async (tx) => latestOfEach(await readAll(tx, 'follows', ids), ({ followerId }) => followerId, limit)),
    byFollowees: (ids, limit) =>
      run(async (tx) =>
        latestOfEach(await readAll(tx, 'follows', ids, 'byFollowee'), ({ followeeId }) => followeeId, limit),
      ),
    pageOfFollowers: (followeeId, request) =>
      run((tx) => readLatest(tx, 'follows', 'byFollowee', [followeeId], request)),
    pageOfFollowing: (followerId, request) =>
      run((tx) => readLatest(tx, 'follows', 'byFollower', [followerId], request)),
  }
}

/** Returns the last rows of each group, in their order. Only a server has a limit, so no more than that is needed here. */
function latestOfEach<Row>(rows: Row[], groupOf: (row: Row) => string, limit = rows.length): Row[] {
  const counts = new Map<string, number>()
  const isLatest = (row: Row) => {
    const group = groupOf(row)
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= limit
  }
  return rows.toReversed().filter(isLatest).toReversed()
}

function filesReader(run: WithTransaction<ReadTransaction>): ReadTables['files'] {
  return {
    getMany: (ids) => run((tx) => Promise.all(ids.map((id) => tx.get('files', [id])))),
    ids: ({ after, limit }) =>
      run(async (tx) => {
        const range = pageRange([], 'ascending', after === undefined ? undefined : [after])
        return (await tx.keys('files', range, { limit })).map(([id]) => id)
      }),
    areUsed: (ids) =>
      run((tx) =>
        Promise.all(ids.map(async (id) => (await tx.keys('fileUses', prefixRange([id]), { limit: 1 })).length > 0)),
      ),
    totalSizeOf: (ownerId) =>
      run(async (tx) => {
        const files = await tx.records('files', prefixRange([ownerId]), { index: 'byOwner' })
        return files.reduce((sum, { size }) => sum + size, 0)
      }),
  }
}

async function countRows(tx: ReadTransaction): Promise<Counts> {
  const [users = 0, posts = 0, reactions = 0, bookmarks = 0, follows = 0, files = 0, fileUses = 0] = await Promise.all(
    tableNames.map((table) => tx.count(table)),
  )
  return { users, posts, reactions, bookmarks, follows, files, fileUses }
}

/** Reads a page with one request, where `walk` needs one per row. */
async function readRows<Table extends TableName>(
  tx: ReadTransaction,
  table: Table,
  { after, limit }: PageRequest<KeyCursor>,
): Promise<Page<Rows[Table], KeyCursor>> {
  const records = await tx.records(table, pageRange([], 'ascending', after), { limit })
  return records.map((record) => {
    const row = rowIn[table](record)
    return { row, cursor: primaryKeyOf(table, row) }
  })
}
