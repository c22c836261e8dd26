import { dayOf, longDateOf } from '../../shared/dates.ts'
import type { ReadContext } from '../services/serviceContext.ts'
import type { ListRequest } from '../store/port.ts'
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
  read: ReadContext,
  users: readonly UserRow[],
  { viewerId, maxEntries = Infinity }: { viewerId: string | null; maxEntries: number | undefined },
): Promise<JsonObject[]> {
  const requests = users.map(({ id }) => ({ of: id, limit: maxEntries }))
  const isAmong = users.some(({ id }) => id === viewerId)
  const [followers, following, bookmarks] = await Promise.all([
    read.tx.follows.pages('byFollowee', requests),
    read.tx.follows.pages('byFollower', requests),
    viewerId !== null && isAmong ? bookmarkRecord(read, viewerId, maxEntries) : [],
  ])
  const followerIds = followers.map((page) => page.map(({ row }) => row.followerId))
  const followeeIds = following.map((page) => page.map(({ row }) => row.followeeId))
  const briefs = await briefRecords(read, [...followerIds, ...followeeIds].flat())
  return users.map((user, index) => ({
    ...user.extra,
    ...briefRecord(user),
    ...Object.fromEntries(profileColumns.map((column) => [restNameOf(column), user[column]])),
    followers: briefs(followerIds[index]),
    following: briefs(followeeIds[index]),
    bookmarks: user.id === viewerId ? bookmarks : [],
    createdAt: dayOf(user.createdAt),
    updatedAt: dayOf(user.updatedAt),
  }))
}

/** Returns one user, as `userRecords` does. */
export async function userRecord(
  read: ReadContext,
  user: UserRow,
  options: Parameters<typeof userRecords>[2],
): Promise<JsonObject> {
  const [record] = await userRecords(read, [user], options)
  return record ?? {}
}

/** Returns a user as they see themselves: with bookmarks and e-mail. */
export async function ownRecord(read: ReadContext, user: UserRow, maxEntries: number | undefined): Promise<JsonObject> {
  return { ...(await userRecord(read, user, { viewerId: user.id, maxEntries })), email: user.email }
}

/** Returns the ids of the posts that a user has bookmarked, in the order added. */
async function bookmarkRecord(read: ReadContext, userId: string, limit: number): Promise<string[]> {
  const page = await read.tx.bookmarks.page('byUser', { of: userId, limit })
  const ids = page.map(({ row }) => row.postId)
  return (await visiblePostIds(read, ids)).toReversed()
}

/** Returns those of these ids whose posts are there and visible, in their order. */
export async function visiblePostIds({ tx, visible }: ReadContext, ids: readonly string[]): Promise<string[]> {
  const posts = (await tx.posts.getMany(ids)).flatMap((post) => post ?? [])
  return (await visible.posts(posts)).map(({ id }) => id)
}

/** Returns posts in the given order. */
export async function postRecords(
  read: ReadContext,
  posts: readonly PostRow[],
  maxEntries = Infinity,
): Promise<JsonObject[]> {
  const idsBy = async (kind: ReactionRow['kind']) => {
    const requests = posts.map(({ id }): ListRequest<'reactions', 'byKind'> => ({ of: [id, kind], limit: maxEntries }))
    const pages = await read.tx.reactions.pages('byKind', requests)
    return pages.map((page) => page.map(({ row }) => row.userId))
  }
  const [likerIds, dislikerIds] = await Promise.all([idsBy('like'), idsBy('dislike')])
  const authorIds = posts.map(({ authorId }) => authorId)
  const briefs = await briefRecords(read, [authorIds, ...likerIds, ...dislikerIds].flat())
  return posts.map((post, index) => ({
    _id: post.id,
    content: post.content,
    post_img: post.mediaUrl,
    media_type: post.mediaType,
    likes: {
      likeCount: post.likeCount,
      likedBy: briefs(likerIds[index]),
      dislikedBy: briefs(dislikerIds[index]),
    },
    username: briefs([post.authorId])[0]?.['username'] ?? '',
    createdAt: dayOf(post.createdAt),
    createdAt_format: longDateOf(post.createdAt),
    updatedAt: dayOf(post.updatedAt),
  }))
}

/** Returns a user for the lists of other records. */
function briefRecord({ id, username, firstName, lastName, avatarUrl }: UserSummary): JsonObject {
  return { _id: id, id, username, firstName, lastName, avatar: avatarUrl }
}

/** Reads users. Returns a function that returns the records of those that are visible, the last one first. */
async function briefRecords(
  { tx, visible }: ReadContext,
  ids: readonly string[],
): Promise<(ids?: readonly string[]) => JsonObject[]> {
  const rows = await tx.users.getSummaries([...new Set(ids)])
  const users = await visible.users(rows.flatMap((row) => row ?? []))
  const briefs = new Map(users.map((user) => [user.id, briefRecord(user)]))
  return (some = []) =>
    some.toReversed().flatMap((id) => {
      const brief = briefs.get(id)
      return brief ? [brief] : []
    })
}
