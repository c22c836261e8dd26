import { sql, type RawBuilder } from 'kysely'

import { gramsOf } from '../search/firstNames.ts'
import type { RemovedUser } from '../port.ts'
import type { FileRow, FollowRow, primaryKeys, ReactionRow } from '../rows.ts'
import { columnsOf, type Database } from './connection/database.ts'
import { deleteSome, purgePosts } from './removals.ts'
import { hasId, isOneOf, isOneText } from './rows.ts'
import { replaceTags } from './tags.ts'

/** The most rows of each kind that one transaction removes. */
const STEP = 200

/**
 * Removes a user, and some of the rows that refer to them: all if there are few. The others are left to
 * `continueRemoval`. Nobody refers to the user any more: each change locks its viewer, and the users that it changes.
 */
export async function removeUser(database: Database, id: string, now: number): Promise<RemovedUser | undefined> {
  const { db, table } = database
  const { rows } = await sql<{ foldedName: string }>`
    delete from ${table('users')} where ${hasId('id', id)} returning folded_name`.execute(db)
  const [user] = rows
  if (user === undefined) return undefined
  const { removed, isComplete } = await removeSomeRows(database, id, now)
  if (!isComplete) await db.insertInto('removedUsers').values({ id }).execute()
  // Last, because sign-ups with this name wait from here until the commit.
  await removeUnusedName(database, user.foldedName)
  return removed
}

/** Removes a folded first name that no user has any more. */
async function removeUnusedName({ db, table }: Database, name: string): Promise<void> {
  // Waits for transactions that add or remove another user with this name.
  await sql`select from ${table('firstNames')} where name = ${name} for update`.execute(db)
  const { rows } = await sql`
    delete from ${table('firstNames')}
    where name = ${name} and not exists (select from ${table('users')} where folded_name = ${name})
    returning name`.execute(db)
  if (rows.length === 0) return
  const grams = gramsOf(name).map(({ gram }) => gram)
  await sql`
    delete from ${table('nameGrams')}
    where gram = any(${grams}::text[]) and is_at_start = any(array[true, false]) and name = ${name}`.execute(db)
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
  /** Deletes some of the rows that meet a condition, and returns them. */
  const removeSome = async <Row>(
    name: keyof typeof primaryKeys,
    condition: RawBuilder<unknown>,
  ): Promise<readonly Row[]> => {
    const { rows } = await sql<Row>`
      ${deleteSome(database, name, condition, STEP)} returning rows.*`.execute(db)
    isComplete &&= rows.length < STEP
    return rows
  }

  const postIds = await hideSomePosts(database, id)
  const { rows: hidden } = await sql<{ id: string }>`
    select id from ${table('deletedPosts')} where ${hasId('authorId', id)} limit ${STEP}`.execute(db)
  const arePurged = await purgePosts(
    database,
    hidden.map((post) => post.id),
  )
  isComplete = arePurged && postIds.length < STEP && hidden.length < STEP

  await removeSome('bookmarks', hasId('userId', id))
  const reactions = await removeSome<ReactionRow>('reactions', hasId('userId', id))
  const likes = reactions.filter(({ kind }) => kind === 'like')
  const likedPosts = await takeLikesOff(
    database,
    likes.map(({ postId }) => postId),
    now,
  )
  const followers = await removeSome<FollowRow>('follows', hasId('followeeId', id))
  const followed = await removeSome<FollowRow>('follows', hasId('followerId', id))
  const linkedUserIds = await takeFollowsOff(database, {
    followerIds: followers.map(({ followerId }) => followerId),
    followeeIds: followed.map(({ followeeId }) => followeeId),
    now,
  })
  const fileIds = (await removeSome<FileRow>('files', hasId('ownerId', id))).map((file) => file.id)
  await sql`delete from ${table('fileUses')} where ${isOneText('fileId', fileIds)}`.execute(db)
  await removeSome('idempotencyKeys', hasId('userId', id))
  return { removed: { id, postIds, likedPosts, linkedUserIds, fileIds }, isComplete }
}

/** Moves the newest posts of a user to the deleted ones, which nobody can restore now. Returns their ids. */
async function hideSomePosts(database: Database, authorId: string): Promise<string[]> {
  const { db, table } = database
  const columns = columnsOf('posts')
  const { rows } = await sql<{ id: string }>`
    with newest as (
        select id from ${table('posts')} where ${hasId('authorId', authorId)} order by id desc limit ${STEP}
      ),
      removed as (delete from ${table('posts')} where id = any(array(select id from newest)) returning ${columns})
    insert into ${table('deletedPosts')} (${columns}, deleted_at) select ${columns}, 0 from removed
    returning id`.execute(db)
  const ids = rows.map((post) => post.id)
  await replaceTags(database, ids, [])
  return ids
}

/**
 * Takes a like off each of these posts, and off deleted ones. Returns those that are not deleted. No count falls below 0: a
 * dislike by somebody who never liked the post takes a like off, too.
 */
async function takeLikesOff(
  database: Database,
  postIds: readonly string[],
  now: number,
): Promise<{ id: string; authorId: string }[]> {
  const { db, table } = database
  let left = [...postIds]
  const present: { id: string; authorId: string }[] = []
  // Twice from the posts: one may be restored before the deleted posts are read.
  for (const name of ['posts', 'deletedPosts', 'posts'] as const) {
    if (left.length === 0) break
    await sql`select from ${table(name)} where ${isOneOf('id', left)} order by id for no key update`.execute(db)
    const { rows } = await sql<{ id: string; authorId: string }>`
      update ${table(name)} set like_count = greatest(like_count - 1, 0), updated_at = ${now}
      where ${isOneOf('id', left)} returning id, author_id`.execute(db)
    const found = new Set(rows.map((post) => post.id))
    left = left.filter((postId) => !found.has(postId))
    if (name === 'posts') present.push(...rows)
  }
  const presentIds = present.map((post) => post.id)
  await sql`
    update ${table('postTags')} as tags set like_count = posts.like_count from ${table('posts')} as posts
    where posts.id = tags.id and ${isOneOf('tags.id', presentIds)}`.execute(db)
  return present
}

/** Takes 1 off the counts of the users at the other ends of removed follows. Returns their ids. */
async function takeFollowsOff(
  { db, table }: Database,
  { followerIds, followeeIds, now }: { followerIds: string[]; followeeIds: string[]; now: number },
): Promise<string[]> {
  const ids = [...new Set([...followerIds, ...followeeIds])]
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from ${table('users')} where ${isOneOf('id', ids)} order by id for no key update`.execute(db)
  await sql`
    update ${table('users')} set ${oneLess('following', followerIds)}, ${oneLess('follower', followeeIds)}, updated_at = ${now}
    where ${isOneOf('id', ids)}`.execute(db)
  const found = new Set(rows.map((user) => user.id))
  return ids.filter((userId) => found.has(userId))
}

/** An assignment: the count of some users is 1 less. */
function oneLess(column: 'following' | 'follower', ids: string[]): RawBuilder<unknown> {
  const count = sql.ref(`${column}Count`)
  return sql`${count} = ${count} - (${isOneOf('id', ids)})::integer`
}
