import { dayOf, longDateOf } from '../../shared/dates.ts'
import type { ReadTables } from '../store/port.ts'
import type { Json } from '../../shared/json.ts'
import { profileColumns, type PostRow, type ReactionRow, type UserRow, type UserSummary } from '../store/rows.ts'
import type { JsonObject } from './body.ts'
import { restNameOf } from './payloads.ts'

/**
 * Turns rows into records as spec §3 spells them. The lists of a record are complete, or on a server have the newest
 * `maxEntries`. The number of store calls does not depend on the number of records.
 */

/**
 * Returns users without e-mail. The record of the viewer holds their bookmarks; those of other users, and all records
 * for a visitor (null), have an empty list.
 */
export async function userRecords(
  tables: ReadTables,
  users: readonly UserRow[],
  { viewerId, maxEntries }: { viewerId: string | null; maxEntries: number | undefined },
): Promise<JsonObject[]> {
  const ids = users.map(({ id }) => id)
  const [followers, following, bookmarks] = await Promise.all([
    tables.follows.byFollowees(ids, maxEntries),
    tables.follows.byFollowers(ids, maxEntries),
    viewerId !== null && ids.includes(viewerId) ? bookmarkRecord(tables, viewerId, maxEntries) : [],
  ])
  const briefs = await briefRecords(tables, [
    ...followers.map(({ followerId }) => followerId),
    ...following.map(({ followeeId }) => followeeId),
  ])
  const followersOf = groupBy(
    followers,
    ({ followeeId }) => followeeId,
    ({ followerId }) => briefs.get(followerId),
  )
  const followingOf = groupBy(
    following,
    ({ followerId }) => followerId,
    ({ followeeId }) => briefs.get(followeeId),
  )
  return users.map((user) => ({
    ...user.extra,
    ...briefRecord(user),
    ...Object.fromEntries(profileColumns.map((column) => [restNameOf(column), user[column]])),
    followers: followersOf.get(user.id) ?? [],
    following: followingOf.get(user.id) ?? [],
    bookmarks: user.id === viewerId ? bookmarks : [],
    createdAt: dayOf(user.createdAt),
    updatedAt: dayOf(user.updatedAt),
  }))
}

/** Returns one user, as `userRecords` does. */
export async function userRecord(
  tables: ReadTables,
  user: UserRow,
  options: Parameters<typeof userRecords>[2],
): Promise<JsonObject> {
  const [record] = await userRecords(tables, [user], options)
  return record ?? {}
}

/** Returns a user as they see themselves: with bookmarks and e-mail. */
export async function ownRecord(
  tables: ReadTables,
  user: UserRow,
  maxEntries: number | undefined,
): Promise<JsonObject> {
  return { ...(await userRecord(tables, user, { viewerId: user.id, maxEntries })), email: user.email }
}

/** Returns the ids of the posts that a user has bookmarked, in the order added. */
async function bookmarkRecord(tables: ReadTables, userId: string, maxEntries: number | undefined): Promise<string[]> {
  if (maxEntries === undefined) return (await tables.bookmarks.allOfUser(userId)).map(({ postId }) => postId)
  const newest = await tables.bookmarks.page(userId, { limit: maxEntries })
  return newest.map(({ row }) => row.postId).toReversed()
}

/** Returns posts in the given order. */
export async function postRecords(
  tables: ReadTables,
  posts: readonly PostRow[],
  maxEntries: number | undefined,
): Promise<JsonObject[]> {
  const ids = posts.map(({ id }) => id)
  const reactions = await tables.reactions.ofPosts(ids, maxEntries)
  const briefs = await briefRecords(tables, [
    ...posts.map(({ authorId }) => authorId),
    ...reactions.map(({ userId }) => userId),
  ])
  const by = (kind: ReactionRow['kind']) =>
    groupBy(
      reactions.filter((row) => row.kind === kind),
      ({ postId }) => postId,
      ({ userId }) => briefs.get(userId),
    )
  const [likedBy, dislikedBy] = [by('like'), by('dislike')]
  return posts.map((post) => ({
    _id: post.id,
    content: post.content,
    post_img: post.mediaUrl,
    media_type: post.mediaType,
    likes: {
      likeCount: post.likeCount,
      likedBy: likedBy.get(post.id) ?? [],
      dislikedBy: dislikedBy.get(post.id) ?? [],
    },
    username: briefs.get(post.authorId)?.['username'] ?? '',
    createdAt: dayOf(post.createdAt),
    createdAt_format: longDateOf(post.createdAt),
    updatedAt: dayOf(post.updatedAt),
  }))
}

/** Returns a user for the lists of other records. */
function briefRecord({ id, username, firstName, lastName, avatarUrl }: UserSummary): JsonObject {
  return { _id: id, id, username, firstName, lastName, avatar: avatarUrl }
}

async function briefRecords(tables: ReadTables, ids: readonly string[]): Promise<Map<string, JsonObject>> {
  const rows = await tables.users.getSummaries([...new Set(ids)])
  return new Map(rows.flatMap((row) => (row ? [[row.id, briefRecord(row)] as const] : [])))
}

function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  valueOf: (row: Row) => Json | undefined,
): Map<string, Json[]> {
  const groups = new Map<string, Json[]>()
  for (const row of rows) {
    const value = valueOf(row)
    if (value === undefined) continue
    const group = groups.get(keyOf(row))
    if (group) group.push(value)
    else groups.set(keyOf(row), [value])
  }
  return groups
}
