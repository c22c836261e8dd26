import { sql, type RawBuilder } from 'kysely'

import { gramsOf } from '../firstNames.ts'
import type { PostWithLinks, RemovedUser } from '../port.ts'
import type { BookmarkRow, PostRow, ReactionRow } from '../rows.ts'
import type { Database, Schema } from './database.ts'
import { removeTags } from './tags.ts'

export async function removePost(database: Database, id: string): Promise<PostWithLinks | undefined> {
  const { db } = database
  const post = await db.deleteFrom('posts').where('id', '=', id).returningAll().executeTakeFirst()
  if (post === undefined) return undefined
  await removeTags(database, [id])
  const reactions = await db.deleteFrom('reactions').where('postId', '=', id).returningAll().execute()
  const bookmarks = await db.deleteFrom('bookmarks').where('postId', '=', id).returningAll().execute()
  return { post, reactions: reactions.toSorted(byUser), bookmarks: bookmarks.toSorted(byUser) }
}

function byUser(a: { userId: string }, b: { userId: string }): number {
  return a.userId < b.userId ? -1 : 1
}

export async function removeUser(database: Database, id: string): Promise<RemovedUser | undefined> {
  const { db, table } = database
  /** Deletes rows and returns them. */
  const removeRows = async <Row>(name: keyof Schema, condition: RawBuilder<unknown>): Promise<Row[]> =>
    (await sql<Row>`delete from ${table(name)} where ${condition} returning *`.execute(db)).rows

  const [user] = await removeRows<{ foldedName: string }>('users', sql`id = ${id}`)
  if (user === undefined) return undefined
  const grams = gramsOf(user.foldedName).map(({ gram }) => gram)
  await removeRows(
    'nameGrams',
    sql`gram = any(${grams}::text[]) and is_at_start = any(array[true, false]) and name = ${user.foldedName} and user_id = ${id}`,
  )
  const posts = await removeRows<PostRow>('posts', sql`author_id = ${id}`)
  const postIds = posts.map((post) => post.id).toSorted()
  await removeTags(database, postIds)
  await removeRows('reactions', sql`post_id = any(${postIds}::text[])`)
  await removeRows('bookmarks', sql`post_id = any(${postIds}::text[])`)
  const reactions = await removeRows<ReactionRow>('reactions', sql`user_id = ${id}`)
  await removeRows<BookmarkRow>('bookmarks', sql`user_id = ${id}`)
  const followers = await removeRows<Schema['follows']>('follows', sql`followee_id = ${id}`)
  const followees = await removeRows<Schema['follows']>('follows', sql`follower_id = ${id}`)
  const files = await removeRows<Schema['files']>('files', sql`owner_id = ${id}`)
  const fileIds = files.map((file) => file.id)
  await removeRows('fileUses', sql`file_id = any(${fileIds}::text[])`)
  await removeRows('deletedPosts', sql`author_id = ${id}`)
  await removeRows('idempotencyKeys', sql`user_id = ${id}`)
  return {
    postIds,
    likedPostIds: reactions.flatMap(({ kind, postId }) => (kind === 'like' ? [postId] : [])),
    followerIds: followers.map(({ followerId }) => followerId),
    followeeIds: followees.map(({ followeeId }) => followeeId),
    fileIds,
  }
}
