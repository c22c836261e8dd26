import { sql, type RawBuilder } from 'kysely'

import { gramsOf } from '../search/firstNames.ts'
import { UniqueViolationError, type RemovedUser } from '../port.ts'
import type { FileRow, PostRow } from '../rows.ts'
import { columnsOf, type Database, type SqlTables } from './database.ts'
import { violatedConstraint } from './errors.ts'
import { execute } from './inserts.ts'
import { replaceTags } from './tags.ts'

/** Moves a post to the deleted ones. Returns whether it was there. */
export async function removePost(database: Database, id: string, deletedAt: number): Promise<boolean> {
  const { table } = database
  const columns = columnsOf('posts')
  const moved = await execute(
    database,
    'deletedPosts',
    sql`
      with removed as (delete from ${table('posts')} where id = ${id} returning ${columns})
      insert into ${table('deletedPosts')} (${columns}, deleted_at) select ${columns}, ${deletedAt} from removed`,
  )
  await replaceTags(database, [id], [])
  return moved === 1n
}

export async function restorePost(database: Database, id: string): Promise<PostRow | undefined> {
  const { db, table } = database
  const columns = columnsOf('posts')
  const restored = sql<PostRow>`
    with restored as (delete from ${table('deletedPosts')} where id = ${id} returning ${columns})
    insert into ${table('posts')} (${columns}) select ${columns} from restored returning ${columns}`
  const { rows } = await restored.execute(db).catch((error: unknown) => {
    throw violatedConstraint(error) === undefined ? error : new UniqueViolationError('posts', 'key')
  })
  await replaceTags(database, [], rows)
  return rows[0]
}

/** Removes a deleted post for good, with its reactions and bookmarks. */
export async function purgePost({ db, table }: Database, id: string): Promise<void> {
  await sql`
    with purged as (delete from ${table('deletedPosts')} where id = ${id} returning id),
      unreacted as (delete from ${table('reactions')} where post_id = any(select id from purged))
    delete from ${table('bookmarks')} where post_id = any(select id from purged)`.execute(db)
}

/** Each statement handles all rows of one kind, however many there are. */
export async function removeUser(database: Database, id: string, now: number): Promise<RemovedUser | undefined> {
  const { db, table } = database
  const rowsOf = async <Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> => (await statement.execute(db)).rows
  /** Deletes rows and returns them. */
  const removeRows = <Row>(name: keyof SqlTables, condition: RawBuilder<unknown>) =>
    rowsOf(sql<Row>`delete from ${table(name)} where ${condition} returning *`)

  const [user] = await removeRows<{ foldedName: string }>('users', sql`id = ${id}`)
  if (user === undefined) return undefined
  const grams = gramsOf(user.foldedName).map(({ gram }) => gram)
  await removeRows(
    'nameGrams',
    sql`gram = any(${grams}::text[]) and is_at_start = any(array[true, false]) and name = ${user.foldedName} and user_id = ${id}`,
  )
  const postIds = (await removeRows<PostRow>('posts', sql`author_id = ${id}`)).map((post) => post.id)
  await replaceTags(database, postIds, [])
  const deletedPosts = await removeRows<PostRow>('deletedPosts', sql`author_id = ${id}`)
  const ownPostIds = [...postIds, ...deletedPosts.map((post) => post.id)]
  await removeRows('reactions', sql`post_id = any(${ownPostIds}::text[])`)
  await removeRows('bookmarks', sql`post_id = any(${ownPostIds}::text[])`)
  await removeRows('bookmarks', sql`user_id = ${id}`)

  const liked = await rowsOf(
    sql<{ postId: string }>`
      with removed as (delete from ${table('reactions')} where user_id = ${id} returning post_id, kind)
      select post_id from removed where kind = 'like'`,
  )
  const likedIds = liked.map(({ postId }) => postId)
  /** No count falls below 0: a dislike by somebody who never liked the post takes a like off, too. */
  const takeLikesOff = (name: 'posts' | 'deletedPosts') =>
    rowsOf(
      sql<{ id: string; authorId: string }>`
        update ${table(name)} set like_count = greatest(like_count - 1, 0), updated_at = ${now}
        where id = any(${likedIds}::text[]) returning id, author_id`,
    )
  const likedPosts = [...(await takeLikesOff('posts'))]
  await takeLikesOff('deletedPosts')
  await sql`
    update ${table('postTags')} set like_count = greatest(like_count - 1, 0)
    where id = any(${likedIds}::text[])`.execute(db)

  /** Deletes the follows with the user in one column. Takes 1 off the count of the users in the other. */
  const unlink = (own: 'follower' | 'followee', other: 'follower' | 'followee', count: string) =>
    rowsOf(
      sql<{ id: string }>`
        with removed as (delete from ${table('follows')} where ${sql.ref(`${own}Id`)} = ${id} returning *)
        update ${table('users')} as users set ${sql.ref(count)} = ${sql.ref(`users.${count}`)} - 1, updated_at = ${now}
        from removed where users.id = removed.${sql.ref(`${other}Id`)} returning users.id`,
    )
  const linked = [
    ...(await unlink('followee', 'follower', 'followingCount')),
    ...(await unlink('follower', 'followee', 'followerCount')),
  ]
  const fileIds = (await removeRows<FileRow>('files', sql`owner_id = ${id}`)).map((file) => file.id)
  await removeRows('fileUses', sql`file_id = any(${fileIds}::text[])`)
  await removeRows('idempotencyKeys', sql`user_id = ${id}`)
  return { postIds, likedPosts, linkedUserIds: [...new Set(linked.map((row) => row.id))], fileIds }
}
