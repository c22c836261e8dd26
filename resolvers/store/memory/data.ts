import { firstNameKeys } from '../firstNameIndex.ts'
import type { Position } from '../port.ts'
import type { BookmarkRow, FileRow, FollowRow, Json, PostRow, ReactionRow, Rows, TableName, UserRow } from '../rows.ts'
import type { SortedIndex } from '../sortedIndex.ts'
import { indexOn, Table } from './table.ts'

/** One value of the meta table. */
interface MetaRow {
  key: string
  value: Json
}

/** The part that all tables have in common. */
export type AllTables = {
  readonly [Name in TableName]: { rows: Table<Rows[Name]>; byKey: SortedIndex<Position, Rows[Name]> }
}

/** The contents of a memory store: the rows of each table, and the indexes for reading pages. */
export type Data = ReturnType<typeof createData>

export function createData() {
  return {
    users: userData(),
    posts: postData(),
    reactions: reactionData(),
    bookmarks: bookmarkData(),
    follows: followData(),
    files: fileData(),
    meta: new Table<MetaRow>(
      copyMeta,
      indexOn(({ key }) => [[key]]),
    ),
  }
}

function userData() {
  const byId = indexOn((row: UserRow) => [[row.id]])
  const byUsername = indexOn((row: UserRow) => [[row.username]])
  const byFirstName = indexOn((row: UserRow) => firstNameKeys(row.firstName, row.id))
  return {
    rows: new Table(copyUser, byId, byUsername, byFirstName),
    byKey: byId.entries,
    byUsername: byUsername.entries,
    byFirstName: byFirstName.entries,
  }
}

function postData() {
  const byId = indexOn((row: PostRow) => [[row.id]])
  const byLikes = indexOn((row: PostRow) => [[row.likeCount, row.id]])
  const byAuthor = indexOn((row: PostRow) => [[row.authorId, row.id]])
  const byAuthorAndLikes = indexOn((row: PostRow) => [[row.authorId, row.likeCount, row.id]])
  return {
    rows: new Table(copyFlat, byId, byLikes, byAuthor, byAuthorAndLikes),
    byKey: byId.entries,
    all: { LATEST: byId.entries, TRENDING: byLikes.entries },
    ofAuthor: { LATEST: byAuthor.entries, TRENDING: byAuthorAndLikes.entries },
  }
}

function reactionData() {
  const byPost = indexOn((row: ReactionRow) => [[row.postId, row.userId]])
  const byKind = indexOn((row: ReactionRow) => [[row.postId, row.kind, row.id]])
  return { rows: new Table(copyFlat, byPost, byKind), byKey: byPost.entries, byKind: byKind.entries }
}

function bookmarkData() {
  const byUserAndPost = indexOn((row: BookmarkRow) => [[row.userId, row.postId]])
  const byUser = indexOn((row: BookmarkRow) => [[row.userId, row.id]])
  const byPost = indexOn((row: BookmarkRow) => [[row.postId, row.userId]])
  return {
    rows: new Table(copyFlat, byUserAndPost, byUser, byPost),
    byKey: byUserAndPost.entries,
    byUser: byUser.entries,
    byPost: byPost.entries,
  }
}

function followData() {
  const byPair = indexOn((row: FollowRow) => [[row.followerId, row.followeeId]])
  const byFollower = indexOn((row: FollowRow) => [[row.followerId, row.id]])
  const byFollowee = indexOn((row: FollowRow) => [[row.followeeId, row.id]])
  return {
    rows: new Table(copyFlat, byPair, byFollower, byFollowee),
    byKey: byPair.entries,
    byFollower: byFollower.entries,
    byFollowee: byFollowee.entries,
  }
}

function fileData() {
  const byId = indexOn((row: FileRow) => [[row.id]])
  const byOwnerAndUse = indexOn((row: FileRow) => [[row.ownerId, row.usedBy.length, row.id]])
  return { rows: new Table(copyFile, byId, byOwnerAndUse), byKey: byId.entries, byOwnerAndUse: byOwnerAndUse.entries }
}

function copyUser(row: UserRow): UserRow {
  return { ...row, extra: structuredClone(row.extra) }
}

function copyFile(row: FileRow): FileRow {
  const { usedBy, content } = row
  return { ...row, usedBy: [...usedBy], content: content instanceof ArrayBuffer ? content.slice(0) : content }
}

function copyMeta({ key, value }: MetaRow): MetaRow {
  return { key, value: structuredClone(value) }
}

/** Copies a row that has only primitive values. */
function copyFlat<Row extends object>(row: Row): Row {
  return { ...row }
}
