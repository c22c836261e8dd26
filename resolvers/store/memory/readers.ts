import { FeedScan } from '../sorted/feedScan.ts'
import { firstNameGroups } from '../search/firstNameKeys.ts'
import type { FirstNameGroup } from '../search/firstNameKeys.ts'
import { prefixRange } from '../sorted/keys.ts'
import type { Key, KeyRange } from '../sorted/keys.ts'
import { merge } from '../sorted/merge.ts'
import { placedById, placedByPost, postPlacements, searchCursorOf } from '../sorted/placements.ts'
import type { AdminReader, Counts, KeyCursor } from '../administration.ts'
import type { IdCursor, Page, PageRequest, PostCursors, PostOrder, ReadTables, SearchCursor } from '../port.ts'
import { primaryKeyOf } from '../rows.ts'
import type { PostRow, ReactionRow, Rows, TableName, UserRow } from '../rows.ts'
import type { SortedIndex } from '../sorted/sortedIndex.ts'
import { tagPrefix } from '../search/tagKeys.ts'
import type { Data } from './data.ts'
import { readAll, pageOf, rowsAfter, rowsBefore, takePage, type IndexRange } from './indexRanges.ts'

/** Runs one call on the data as they are at that moment. `work` is synchronous: nothing changes meanwhile. */
export type WithData = <T>(work: (data: Data) => T) => Promise<T>

/** Returns the readers of all tables. */
export function memoryReaders(run: WithData): ReadTables {
  return {
    users: usersReader(run),
    posts: postsReader(run),
    reactions: reactionsReader(run),
    bookmarks: bookmarksReader(run),
    follows: followsReader(run),
    files: filesReader(run),
    deletedPosts: {
      deletedBefore: (instant, limit) =>
        run(({ deletedPosts }) =>
          rowsBefore(deletedPosts.index('byDeletion'), instant, limit).map(({ id, mediaUrl }) => ({ id, mediaUrl })),
        ),
    },
    idempotencyKeys: {
      hasUsedBefore: (instant) =>
        run(({ idempotencyKeys }) => rowsBefore(idempotencyKeys.index('byUse'), instant, 1).length > 0),
    },
    meta: metaReader(run),
  }
}

/** Returns the readers of the administration: also counts, all rows and the bytes of files. */
export function memoryAdminReader(run: WithData): AdminReader {
  return {
    ...memoryReaders(run),
    count: () => run(countRows),
    rows: (table, request) => run((data) => readRows(data, table, request)),
    blobs: { get: (id) => run(({ blobs }) => blobs.get([id])?.content) },
  }
}

function usersReader(run: WithData): ReadTables['users'] {
  return {
    getMany: (ids) => run(({ users }) => ids.map((id) => users.get([id]))),
    byUsername: (username) =>
      run(({ users }) => {
        const row = users.index('byUsername').get([username])
        return row && users.copy(row)
      }),
    page: (order, request) =>
      run(({ users }) => {
        const direction = order === 'OLDEST' ? 'ascending' : 'descending'
        return pageOf(users.copy, { index: users.rows, prefix: [], direction, placement: placedById }, request)
      }),
    searchByFirstName: (text, { after, limit }) =>
      run(({ users }) => {
        const page: Page<UserRow, SearchCursor> = []
        for (const group of firstNameGroups(text, after)) {
          const cursorOf = (row: UserRow) => searchCursorOf(row, group.isPrefix)
          const matches = matchesIn(users.index('byFirstName'), group)
          page.push(...takePage(users.copy, { cursorOf }, matches, limit - page.length))
        }
        return page
      }),
  }
}

function* matchesIn(index: SortedIndex<UserRow>, { ranges, matches }: FirstNameGroup): Generator<Keyed, void> {
  const lists = ranges.map((range) => placesIn(index, range))
  for (const match of merge(lists, 'ascending')) if (matches(String(match.key[0]))) yield match
}

interface Keyed {
  key: Key
  row: UserRow
}

/** The keys without the gram. */
function* placesIn(index: SortedIndex<UserRow>, range: KeyRange): Generator<Keyed, void> {
  for (const { key, value } of index.ascending(range)) yield { key: key.slice(2), row: value }
}

function postsReader(run: WithData): ReadTables['posts'] {
  return {
    getMany: (ids) => run(({ posts }) => ids.map((id) => posts.get([id]))),
    page: (order, request) => run((data) => pageOf(data.posts.copy, ofAllAuthors(data, order), request)),
    pageByAuthor: (authorId, order, request) =>
      run((data) => pageOf(data.posts.copy, ofAuthor(data, authorId, order), request)),
    pageByTag: (tag, order, request) =>
      run(({ posts }) => {
        const index = posts.index('byTag')
        const prefix = tagPrefix(tag, order)
        const placement = postPlacements[order]
        return pageOf(posts.copy, { index, prefix, direction: 'descending', placement }, request)
      }),
    countByTag: (tag) => run(({ tagCounts }) => tagCounts.get([tag])?.postCount ?? 0),
    feed: (userId, order, { after, limit }) =>
      run((data) => {
        const follows = data.follows.index('byFollower').ascending(prefixRange([userId]))
        const authorIds = new Set([userId, ...Array.from(follows, ({ value }) => value.followeeId)])
        return takePage(data.posts.copy, postPlacements[order], feedRows(data, authorIds, order, after), limit)
      }),
  }
}

/** The posts of these authors. Scans all posts first, then merges the lists of the authors (`FeedScan`). */
function* feedRows<Order extends PostOrder>(
  data: Data,
  authorIds: ReadonlySet<string>,
  order: Order,
  after: PostCursors[Order] | undefined,
): Generator<{ key: Key; row: PostRow }, void> {
  let last = after
  const scan = new FeedScan()
  for (const place of rowsAfter(ofAllAuthors(data, order), after)) {
    const isInFeed = authorIds.has(place.row.authorId)
    if (isInFeed) yield place
    last = postPlacements[order].cursorOf(place.row)
    if (!scan.continuesAfter(isInFeed)) break
  }
  const lists = Array.from(authorIds, (id) => rowsAfter(ofAuthor(data, id, order), last))
  yield* merge(lists, 'descending')
}

function ofAllAuthors<Order extends PostOrder>({ posts }: Data, order: Order): IndexRange<PostRow, PostCursors[Order]> {
  const index = order === 'LATEST' ? posts.rows : posts.index('byLikes')
  return { index, prefix: [], direction: 'descending', placement: postPlacements[order] }
}

/** The list of an author's posts. */
function ofAuthor<Order extends PostOrder>(
  { posts }: Data,
  authorId: string,
  order: Order,
): IndexRange<PostRow, PostCursors[Order]> {
  const index = posts.index(order === 'LATEST' ? 'byAuthor' : 'byAuthorAndLikes')
  return { index, prefix: [authorId], direction: 'descending', placement: postPlacements[order] }
}

/** Leaves out the rows of deleted posts. */
function* present<Row extends { postId: string }>(
  deletedPosts: Data['deletedPosts'],
  rows: Iterable<{ row: Row }>,
): Generator<{ row: Row }, void> {
  for (const place of rows) if (!deletedPosts.has([place.row.postId])) yield place
}

/** A list of links, latest first. */
function latest<Row extends { id: string }>(index: SortedIndex<Row>, ...prefix: string[]): IndexRange<Row, IdCursor> {
  return { index, prefix, direction: 'descending', placement: placedById }
}

function reactionsReader(run: WithData): ReadTables['reactions'] {
  return {
    ofUser: (userId, postIds) => run(({ reactions }) => postIds.map((postId) => reactions.get([postId, userId]))),
    ofPosts: (postIds) => run(({ reactions }) => readAll(reactions.copy, reactions.rows, postIds)),
    pageOfLikes: (postId, request) =>
      run(({ reactions }) => pageOf(reactions.copy, latest(reactions.index('byKind'), postId, 'like'), request)),
    pageOfUser: (userId, request) =>
      run(({ reactions, deletedPosts }) => {
        const index = reactions.index('byUser')
        const list = { index, prefix: [userId], direction: 'descending', placement: placedByPost } as const
        return takePage(
          reactions.copy,
          placedByPost,
          present(deletedPosts, rowsAfter<ReactionRow, IdCursor>(list, request.after)),
          request.limit,
        )
      }),
  }
}

function bookmarksReader(run: WithData): ReadTables['bookmarks'] {
  return {
    ofUser: (userId, postIds) => run(({ bookmarks }) => postIds.map((postId) => bookmarks.get([userId, postId]))),
    allOfUser: (userId) =>
      run(({ bookmarks, deletedPosts }) =>
        readAll(bookmarks.copy, bookmarks.index('byUser'), [userId]).filter(
          ({ postId }) => !deletedPosts.has([postId]),
        ),
      ),
    userIdsOf: (postId) =>
      run(({ bookmarks }) =>
        Array.from(bookmarks.index('byPost').ascending(prefixRange([postId])), ({ value }) => value.userId),
      ),
    page: (userId, { after, limit }) =>
      run(({ bookmarks, deletedPosts }) => {
        const rows = rowsAfter(latest(bookmarks.index('byUser'), userId), after)
        return takePage(bookmarks.copy, placedById, present(deletedPosts, rows), limit)
      }),
  }
}

function followsReader(run: WithData): ReadTables['follows'] {
  return {
    ofFollower: (followerId, followeeIds) =>
      run(({ follows }) => followeeIds.map((followeeId) => follows.get([followerId, followeeId]))),
    byFollowers: (followerIds) => run(({ follows }) => readAll(follows.copy, follows.index('byFollower'), followerIds)),
    byFollowees: (followeeIds) => run(({ follows }) => readAll(follows.copy, follows.index('byFollowee'), followeeIds)),
    pageOfFollowers: (followeeId, request) =>
      run(({ follows }) => pageOf(follows.copy, latest(follows.index('byFollowee'), followeeId), request)),
    pageOfFollowing: (followerId, request) =>
      run(({ follows }) => pageOf(follows.copy, latest(follows.index('byFollower'), followerId), request)),
  }
}

function filesReader(run: WithData): ReadTables['files'] {
  return {
    get: (id) => run(({ files }) => files.get([id])),
    unusedOf: (ownerId) =>
      run((data) =>
        readAll(data.files.copy, data.files.index('byOwner'), [ownerId]).filter(({ id }) => !isUsed(data, id)),
      ),
  }
}

export function isUsed({ fileUses }: Data, fileId: string): boolean {
  return fileUses.rows.ascending(prefixRange([fileId])).next().done !== true
}

function metaReader(run: WithData): ReadTables['meta'] {
  return { get: (key) => run(({ meta }) => meta.get([key])?.value) }
}

function countRows({ users, posts, reactions, bookmarks, follows, files, fileUses }: Data): Counts {
  return {
    users: users.size,
    posts: posts.size,
    reactions: reactions.size,
    bookmarks: bookmarks.size,
    follows: follows.size,
    files: files.size,
    fileUses: fileUses.size,
  }
}

/** What reads of whole tables use of each. */
type AllTables = {
  readonly [Name in TableName]: { copy: (row: Rows[Name]) => Rows[Name]; rows: SortedIndex<Rows[Name]> }
}

function readRows<Table extends TableName>(
  tables: AllTables,
  table: Table,
  request: PageRequest<KeyCursor>,
): Page<Rows[Table], KeyCursor> {
  const { copy, rows: index } = tables[table]
  const placement = { cursorOf: (row: Rows[Table]) => primaryKeyOf(table, row), keyOf: (cursor: KeyCursor) => cursor }
  return pageOf(copy, { index, prefix: [], direction: 'ascending', placement }, request)
}
