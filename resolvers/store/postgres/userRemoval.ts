import { sql, type RawBuilder } from 'kysely'

import type { RemovedUser } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { ownedTables, type AnyTable, type RowOf } from '../tables.ts'
import { arrayOf, haveValues, isOneOf } from './columns.ts'
import type { Database } from './connection/database.ts'
import { removeUnusedName } from './names.ts'
import { deleteSome, hideSomePosts, purgePosts } from './removals.ts'

/** The most rows of each kind that one transaction removes. */
const STEP = 200

/**
 * Removes a user, and some of the rows that refer to them: all if there are few. The others are left to
 * `continueRemoval`. Nobody refers to the user any more: each change locks its viewer, and the users that it changes.
 */
export async function removeUser(database: Database, id: string, now: number): Promise<RemovedUser | undefined> {
  const { db, table } = database
  const { rows } = await sql<{ foldedName: string }>`
    delete from ${table('users')} where ${haveValues('users', ['id'], [id])} returning folded_name`.execute(db)
  const [user] = rows
  if (user === undefined) return undefined
  const { removed, isComplete } = await removeSomeRows(database, id, now)
  await sql`delete from ${table('userNames')} where ${haveValues('users', ['id'], [id])}`.execute(db)
  if (!isComplete) await db.insertInto('removedUsers').values({ id }).execute()
  // Last, because sign-ups with this name wait from here until the commit.
  await removeUnusedName(database, user.foldedName)
  return removed
}

/** Removes further rows of a user whose removal no other transaction continues. */
export async function continueRemoval(database: Database, now: number): Promise<RemovedUser | undefined> {
  const { db, table } = database
  const { rows } = await sql<{ id: string }>`
    select id from ${table('removedUsers')} order by id limit 1 for update skip locked`.execute(db)
  const [user] = rows
  if (user === undefined) return undefined
  const { removed, isComplete } = await removeSomeRows(database, user.id, now)
  if (isComplete) await db.deleteFrom('removedUsers').where('id', '=', user.id).execute()
  return removed
}

async function removeSomeRows(
  database: Database,
  id: string,
  now: number,
): Promise<{ removed: RemovedUser; isComplete: boolean }> {
  const { db, table } = database
  let isComplete = true
  /** Deletes some of the rows that have the user in a column, and returns them. */
  const removeSome = async <Table extends AnyTable>(
    name: Table,
    column: keyof RowOf<Table> & string,
  ): Promise<readonly RowOf<Table>[]> => {
    const { rows } = await sql<RowOf<Table>>`
      ${deleteSome(database, name, haveValues(name, [column], [id]), STEP)} returning rows.*`.execute(db)
    isComplete &&= rows.length < STEP
    return rows
  }

  const isOfAuthor = haveValues('posts', ['authorId'], [id])
  const hiddenNow = await hideSomePosts(database, isOfAuthor, STEP)
  const answered = await takeRepliesOff(
    database,
    hiddenNow.flatMap(({ parentId }) => parentId ?? []),
  )
  const { rows: hidden } = await sql<{ id: string }>`
    select id from ${table('posts')} where ${isOfAuthor} and state <> 'shown' limit ${STEP}`.execute(db)
  const arePurged = await purgePosts(
    database,
    hidden.map((post) => post.id),
  )
  isComplete = arePurged && hiddenNow.length < STEP && hidden.length < STEP

  for (const name of ownedTables) await removeSome(name, 'userId')
  const reactions = await removeSome('reactions', 'userId')
  const likes = reactions.filter(({ kind }) => kind === 'like')
  const liked = await takeLikesOff(
    database,
    likes.map(({ postId }) => postId),
    now,
  )
  const followers = await removeSome('follows', 'followeeId')
  const followed = await removeSome('follows', 'followerId')
  const linkedUserIds = await takeFollowsOff(database, {
    followerIds: followers.map(({ followerId }) => followerId),
    followeeIds: followed.map(({ followeeId }) => followeeId),
    now,
  })
  const fileIds = (await removeSome('files', 'ownerId')).map((file) => file.id)
  await sql`delete from ${table('fileUses')} where ${isOneOf('fileUses', 'fileId', fileIds)}`.execute(db)
  const changedPosts = new Map([...answered, ...liked].map((post) => [post.id, post]))
  return {
    removed: {
      id,
      postIds: hiddenNow.map((post) => post.id),
      changedPosts: [...changedPosts.values()].filter(({ authorId }) => authorId !== id),
      linkedUserIds,
      fileIds,
    },
    isComplete,
  }
}

/** Takes a reply off these posts, of each as often as it occurs. Returns those that are shown. */
async function takeRepliesOff({ db, table }: Database, parentIds: readonly string[]): Promise<ChangedPost[]> {
  if (parentIds.length === 0) return []
  await sql`
    select from ${table('posts')} where ${isOneOf('posts', 'id', parentIds)} order by id for no key update`.execute(db)
  const { rows } = await sql<ChangedPost & { isShown: boolean }>`
    update ${table('posts')} as posts set reply_count = posts.reply_count - removed.count
    from (
      select id, count(*)::integer as count from unnest(${arrayOf('posts', 'id', parentIds)}) as id group by id
    ) as removed
    where posts.id = removed.id returning posts.id, author_id, state = 'shown' as is_shown`.execute(db)
  return rows.flatMap(shownPost)
}

type ChangedPost = Pick<PostRow, 'id' | 'authorId'>

function shownPost({ id, authorId, isShown }: ChangedPost & { isShown: boolean }): ChangedPost[] {
  return isShown ? [{ id, authorId }] : []
}

/**
 * Takes a like off each of these posts. Returns those that are shown. No count falls below 0: a dislike by somebody who
 * never liked the post takes a like off, too.
 */
async function takeLikesOff({ db, table }: Database, postIds: readonly string[], now: number): Promise<ChangedPost[]> {
  const isLiked = isOneOf('posts', 'id', postIds)
  await sql`select from ${table('posts')} where ${isLiked} order by id for no key update`.execute(db)
  const { rows } = await sql<ChangedPost & { isShown: boolean }>`
    update ${table('posts')} set like_count = greatest(like_count - 1, 0), updated_at = ${now}
    where ${isLiked} returning id, author_id, state = 'shown' as is_shown`.execute(db)
  await sql`
    update ${table('postTags')} as tags set like_count = posts.like_count from ${table('posts')} as posts
    where posts.id = tags.id and tags.id = any(${arrayOf('posts', 'id', postIds)})`.execute(db)
  return rows.flatMap(shownPost)
}

/** Takes 1 off the counts of the users at the other ends of removed follows. Returns their ids. */
async function takeFollowsOff(
  { db, table }: Database,
  { followerIds, followeeIds, now }: { followerIds: string[]; followeeIds: string[]; now: number },
): Promise<string[]> {
  const ids = [...new Set([...followerIds, ...followeeIds])]
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from ${table('users')} where ${isOneOf('users', 'id', ids)} order by id for no key update`.execute(db)
  await sql`
    update ${table('users')} set ${oneLess('following', followerIds)}, ${oneLess('follower', followeeIds)}, updated_at = ${now}
    where ${isOneOf('users', 'id', ids)}`.execute(db)
  const found = new Set(rows.map((user) => user.id))
  return ids.filter((userId) => found.has(userId))
}

/** An assignment: the count of some users is 1 less. */
function oneLess(column: 'following' | 'follower', ids: string[]): RawBuilder<unknown> {
  const count = sql.ref(`${column}Count`)
  return sql`${count} = ${count} - (${isOneOf('users', 'id', ids)})::integer`
}
