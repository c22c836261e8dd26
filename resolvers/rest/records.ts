import { longDateOf } from '../lib/dates.ts'
import type { ReadTables } from '../store/port.ts'
import type { Json, PostRow, ReactionRow, UserRow } from '../store/rows.ts'
import type { JsonObject } from './body.ts'

/**
 * Rows in the spelling of spec §3. Lists are whole, as the facade promises, and are read in a few calls however many
 * records they are for.
 */

/** Members as anyone may see them: no e-mail, and no bookmarks, which are their owner's alone. */
export async function userRecords(tables: ReadTables, users: readonly UserRow[]): Promise<JsonObject[]> {
  const ids = users.map(({ id }) => id)
  const [followers, following] = await Promise.all([tables.follows.byFollowees(ids), tables.follows.byFollowers(ids)])
  const briefs = await briefRecords(tables, [
    ...followers.map(({ followerId }) => followerId),
    ...following.map(({ followeeId }) => followeeId),
  ])
  const followersOf = grouped(
    followers,
    ({ followeeId }) => followeeId,
    ({ followerId }) => briefs.get(followerId),
  )
  const followingOf = grouped(
    following,
    ({ followerId }) => followerId,
    ({ followeeId }) => briefs.get(followeeId),
  )
  return users.map((user) => ({
    ...user.extra,
    ...briefRecord(user),
    bio: user.bio,
    profile: user.portfolioUrl,
    followers: followersOf.get(user.id) ?? [],
    following: followingOf.get(user.id) ?? [],
    bookmarks: [],
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
  }))
}

/** One member as anyone may see them. */
export async function userRecord(tables: ReadTables, user: UserRow): Promise<JsonObject> {
  const [record] = await userRecords(tables, [user])
  return record ?? {}
}

/** A member as they see themselves: with e-mail and bookmarks. */
export async function ownRecord(tables: ReadTables, user: UserRow): Promise<JsonObject> {
  const [record, bookmarks] = await Promise.all([userRecord(tables, user), bookmarkRecord(tables, user.id)])
  return { ...record, email: user.email, bookmarks }
}

/** The ids of the posts a member has bookmarked, in the order added. */
export async function bookmarkRecord(tables: ReadTables, userId: string): Promise<string[]> {
  return (await tables.bookmarks.allOfUser(userId)).map(({ postId }) => postId)
}

/** Posts in the given order. */
export async function postRecords(tables: ReadTables, posts: readonly PostRow[]): Promise<JsonObject[]> {
  const reactions = await tables.reactions.ofPosts(posts.map(({ id }) => id))
  const briefs = await briefRecords(tables, [
    ...posts.map(({ authorId }) => authorId),
    ...reactions.map(({ userId }) => userId),
  ])
  const by = (kind: ReactionRow['kind']) =>
    grouped(
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
    createdAt: post.createdAt,
    createdAt_format: longDateOf(post.postedAt),
    updatedAt: post.updatedAt,
  }))
}

/** What stands of a member in the lists of others. */
function briefRecord({ id, username, firstName, lastName, avatarUrl }: UserRow): JsonObject {
  return { _id: id, id, username, firstName, lastName, avatar: avatarUrl }
}

async function briefRecords(tables: ReadTables, ids: readonly string[]): Promise<Map<string, JsonObject>> {
  const rows = await tables.users.getMany([...new Set(ids)])
  return new Map(rows.flatMap((row) => (row ? [[row.id, briefRecord(row)] as const] : [])))
}

function grouped<Row>(
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
