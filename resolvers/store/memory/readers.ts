import { FeedScan } from '../feedScan.ts'
import { firstNameGroups } from '../firstNameKeys.ts'
import type { FirstNameGroup } from '../firstNameKeys.ts'
import { prefixRange } from '../keys.ts'
import type { Key, KeyRange } from '../keys.ts'
import { merge } from '../merge.ts'
import { placedById, placedByPost, postPlacements, searchCursorOf } from '../placements.ts'
import type {
  AdminReader,
  BookmarksReader,
  Counts,
  FilesReader,
  FollowsReader,
  IdCursor,
  KeyCursor,
  MetaReader,
  Page,
  PageRequest,
  PostCursors,
  PostOrder,
  PostsReader,
  ReactionsReader,
  ReadTables,
  SearchCursor,
  UsersReader,
} from '../port.ts'
import { primaryKeyOf } from '../primaryKeys.ts'
import type { PostRow, ReactionRow, Rows, TableName, UserRow } from '../rows.ts'
import type { SortedIndex } from '../sortedIndex.ts'
import { tagPrefix } from '../tagKeys.ts'
import type { Data } from './data.ts'
import { readAll, readPage, rowsAfter, rowsBefore, takePage, type List } from './lists.ts'

/** Runs one call on the data as they are at that moment. `work` is synchronous: nothing changes meanwhile. */
export type Run = <T>(work: (data: Data) => T) => Promise<T>

/** Returns the readers of all tables. */
export function memoryReaders(run: Run): ReadTables {
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
          rowsBefore(deletedPosts.index('byDeletion'), instant, limit).map((row) => deletedPosts.copy(row)),
        ),
    },
    meta: metaReader(run),
  }
}

/** Returns the readers of the administration: also counts, all rows and the bytes of files. */
export function memoryAdminReader(run: Run): AdminReader {
  return {
    ...memoryReaders(run),
    count: () => run(countRows),
    rows: (table, request) => run((data) => readRows(data, table, request)),
    blobs: { get: (id) => run(({ blobs }) => blobs.get([id])?.content) },
  }
}

function usersReader(run: Run): UsersReader {
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
        return readPage(users.copy, { index: users.rows, prefix: [], direction, placement: placedById }, request)
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

function postsReader(run: Run): PostsReader {
  return {
    getMany: (ids) => run(({ posts }) => ids.map((id) => posts.get([id]))),
    page: (order, request) => run((data) => readPage(data.posts.copy, ofAllAuthors(data, order), request)),
    pageByAuthor: (authorId, order, request) =>
      run((data) => readPage(data.posts.copy, ofAuthor(data, authorId, order), request)),
    pageByTag: (tag, order, request) =>
      run(({ posts }) => {
        const index = posts.index('byTag')
        const prefix = tagPrefix(tag, order)
        const placement = postPlacements[order]
        return readPage(posts.copy, { index, prefix, direction: 'descending', placement }, request)
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

function ofAllAuthors<Order extends PostOrder>({ posts }: Data, order: Order): List<PostRow, PostCursors[Order]> {
  const index = order === 'LATEST' ? posts.rows : posts.index('byLikes')
  return { index, prefix: [], direction: 'descending', placement: postPlacements[order] }
}

/** The list of an author's posts. */
function ofAuthor<Order extends PostOrder>(
  { posts }: Data,
  authorId: string,
  order: Order,
): List<PostRow, PostCursors[Order]> {
  const index = posts.index(order === 'LATEST' ? 'byAuthor' : 'byAuthorAndLikes')
  return { index, prefix: [authorId], direction: 'descending', placement: postPlacements[order] }
}

/** A list of links, latest first. */
function latest<Row extends { id: string }>(index: SortedIndex<Row>, ...prefix: string[]): List<Row, IdCursor> {
  return { index, prefix, direction: 'descending', placement: placedById }
}

function reactionsReader(run: Run): ReactionsReader {
  return {
    ofUser: (userId, postIds) => run(({ reactions }) => postIds.map((postId) => reactions.get([postId, userId]))),
    ofPosts: (postIds) => run(({ reactions }) => readAll(reactions.copy, reactions.rows, postIds)),
    pageOfLikes: (postId, request) =>
      run(({ reactions }) => readPage(reactions.copy, latest(reactions.index('byKind'), postId, 'like'), request)),
    pageOfUser: (userId, request) =>
      run(({ reactions }) => {
        const index = reactions.index('byUser')
        const list = { index, prefix: [userId], direction: 'descending', placement: placedByPost } as const
        return readPage<ReactionRow, IdCursor>(reactions.copy, list, request)
      }),
  }
}

function bookmarksReader(run: Run): BookmarksReader {
  return {
    ofUser: (userId, postIds) => run(({ bookmarks }) => postIds.map((postId) => bookmarks.get([userId, postId]))),
    allOfUser: (userId) => run(({ bookmarks }) => readAll(bookmarks.copy, bookmarks.index('byUser'), [userId])),
    page: (userId, request) =>
      run(({ bookmarks }) => readPage(bookmarks.copy, latest(bookmarks.index('byUser'), userId), request)),
  }
}

function followsReader(run: Run): FollowsReader {
  return {
    ofFollower: (followerId, followeeIds) =>
      run(({ follows }) => followeeIds.map((followeeId) => follows.get([followerId, followeeId]))),
    byFollowers: (followerIds) => run(({ follows }) => readAll(follows.copy, follows.index('byFollower'), followerIds)),
    byFollowees: (followeeIds) => run(({ follows }) => readAll(follows.copy, follows.index('byFollowee'), followeeIds)),
    pageOfFollowers: (followeeId, request) =>
      run(({ follows }) => readPage(follows.copy, latest(follows.index('byFollowee'), followeeId), request)),
    pageOfFollowing: (followerId, request) =>
      run(({ follows }) => readPage(follows.copy, latest(follows.index('byFollower'), followerId), request)),
  }
}

function filesReader(run: Run): FilesReader {
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

function metaReader(run: Run): MetaReader {
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
  const placement = { cursorOf: primaryKeyOf[table], keyOf: (cursor: KeyCursor) => cursor }
  return readPage(copy, { index, prefix: [], direction: 'ascending', placement }, request)
}
