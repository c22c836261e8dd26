import { firstNamePosition, firstNameRanges, isFirstMatch } from '../firstNameIndex.ts'
import { prefixRange } from '../keys.ts'
import type { KeyRange } from '../keys.ts'
import { merge } from '../merge.ts'
import type {
  BookmarksReader,
  Counts,
  FilesReader,
  FollowsReader,
  MetaReader,
  Page,
  PageRequest,
  Placed,
  PostsReader,
  ReactionsReader,
  ReadTables,
  UsersReader,
} from '../port.ts'
import type { Rows, TableName, UserRow } from '../rows.ts'
import type { AllTables, Data } from './data.ts'
import { copyPage, placedRows, readAll, readPage } from './pages.ts'

/** Runs one call. `work` is synchronous, so it reads one state of the data. */
export type Run = <T>(work: () => T) => Promise<T>

export function memoryReaders(data: Data, run: Run): ReadTables {
  return {
    users: usersReader(data, run),
    posts: postsReader(data, run),
    reactions: reactionsReader(data, run),
    bookmarks: bookmarksReader(data, run),
    follows: followsReader(data, run),
    files: filesReader(data, run),
    meta: metaReader(data, run),
    count: () => run(() => countRows(data)),
    rows: (table, request) => run(() => readRows(data, table, request)),
  }
}

function usersReader({ users }: Data, run: Run): UsersReader {
  const { rows, byKey, byUsername, byFirstName } = users

  function* matches(text: string, range: KeyRange): Generator<Placed<UserRow>, void> {
    for (const { key, value: row } of byFirstName.ascending(range)) {
      if (isFirstMatch(key, row.firstName, text)) yield { row, position: firstNamePosition(key) }
    }
  }

  return {
    getMany: (ids) => run(() => ids.map((id) => rows.get([id]))),
    byUsername: (username) =>
      run(() => {
        const row = byUsername.get([username])
        return row === undefined ? undefined : rows.copy(row)
      }),
    page: (order, request) =>
      run(() => readPage(rows, byKey, [], order === 'OLDEST' ? 'ascending' : 'descending', request)),
    searchByFirstName: (text, { after, limit }) =>
      run(() => {
        const lists = firstNameRanges(text, after).map((range) => matches(text, range))
        return copyPage(rows, merge(lists, 'ascending'), limit)
      }),
  }
}

function postsReader({ posts, follows }: Data, run: Run): PostsReader {
  const { rows, all, ofAuthor } = posts
  return {
    getMany: (ids) => run(() => ids.map((id) => rows.get([id]))),
    page: (order, request) => run(() => readPage(rows, all[order], [], 'descending', request)),
    pageByAuthor: (authorId, order, request) =>
      run(() => readPage(rows, ofAuthor[order], [authorId], 'descending', request)),
    feed: (userId, order, { after, limit }) =>
      run(() => {
        const followed = Array.from(
          follows.byFollower.ascending(prefixRange([userId])),
          ({ value }) => value.followeeId,
        )
        const authorIds = [...new Set([userId, ...followed])]
        const lists = authorIds.map((id) => placedRows(ofAuthor[order], [id], 'descending', after))
        return copyPage(rows, merge(lists, 'descending'), limit)
      }),
  }
}

function reactionsReader({ reactions }: Data, run: Run): ReactionsReader {
  const { rows, byKey, byKind } = reactions
  return {
    ofUser: (userId, postIds) => run(() => postIds.map((postId) => rows.get([postId, userId]))),
    ofPosts: (postIds) => run(() => readAll(rows, byKey, postIds)),
    pageOfLikes: (postId, request) => run(() => readPage(rows, byKind, [postId, 'like'], 'descending', request)),
  }
}

function bookmarksReader({ bookmarks }: Data, run: Run): BookmarksReader {
  const { rows, byUser } = bookmarks
  return {
    ofUser: (userId, postIds) => run(() => postIds.map((postId) => rows.get([userId, postId]))),
    allOfUser: (userId) => run(() => readAll(rows, byUser, [userId])),
    page: (userId, request) => run(() => readPage(rows, byUser, [userId], 'descending', request)),
  }
}

function followsReader({ follows }: Data, run: Run): FollowsReader {
  const { rows, byFollower, byFollowee } = follows
  return {
    ofFollower: (followerId, followeeIds) =>
      run(() => followeeIds.map((followeeId) => rows.get([followerId, followeeId]))),
    byFollowers: (followerIds) => run(() => readAll(rows, byFollower, followerIds)),
    byFollowees: (followeeIds) => run(() => readAll(rows, byFollowee, followeeIds)),
    pageOfFollowers: (followeeId, request) =>
      run(() => readPage(rows, byFollowee, [followeeId], 'descending', request)),
    pageOfFollowing: (followerId, request) =>
      run(() => readPage(rows, byFollower, [followerId], 'descending', request)),
  }
}

function filesReader({ files }: Data, run: Run): FilesReader {
  const { rows, byOwnerAndUse } = files
  return {
    get: (id) => run(() => rows.get([id])),
    unusedOf: (ownerId) =>
      run(() => Array.from(byOwnerAndUse.ascending(prefixRange([ownerId, 0])), ({ value }) => rows.copy(value))),
  }
}

function metaReader({ meta }: Data, run: Run): MetaReader {
  return { get: (key) => run(() => meta.get([key])?.value) }
}

function countRows({ users, posts, reactions, bookmarks, follows, files }: Data): Counts {
  return {
    users: users.rows.size,
    posts: posts.rows.size,
    reactions: reactions.rows.size,
    bookmarks: bookmarks.rows.size,
    follows: follows.rows.size,
    files: files.rows.size,
  }
}

function readRows<Table extends TableName>(data: AllTables, table: Table, request: PageRequest): Page<Rows[Table]> {
  const { rows, byKey } = data[table]
  return readPage(rows, byKey, [], 'ascending', request)
}
