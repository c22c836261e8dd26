import { sql, type RawBuilder } from 'kysely'

import { tagsIn } from '../../../shared/tags.ts'
import type { Patch, RowLock, Tables } from '../port.ts'
import type { PostRow, PrimaryKey, ReactionRow, Rows } from '../rows.ts'
import { columnsOf, type Database, type WithDatabase } from './connection/database.ts'
import { insertIfNew, insertionOf, insertRows } from './inserts.ts'
import { deletedBefore, postgresReaders } from './readers.ts'
import { purgePosts, removePost, restorePost } from './removals.ts'
import { deleteByKey, hasKey, isOneText, keyOf, selectByKey, selectRows, type AllRows } from './rows.ts'
import { replaceTags } from './tags.ts'
import { continueRemoval, removeUser } from './userRemoval.ts'

/** The tables of one transaction. */
export function postgresTables(run: WithDatabase): Tables {
  const readers = postgresReaders(run)
  return {
    ...readers,
    users: {
      ...readers.users,
      lock: (id, lock) => run((database) => lockRow(database, 'users', id, lock)),
      insert: (row) => insertRows(run, 'users', [row]),
      patch: (id, patch) => {
        const changes = assignments(patch)
        return run((database) => patchRow(database, 'users', id, changes))
      },
      remove: (id, now) => run((database) => removeUser(database, id, now)),
      continueRemoval: (now) => run((database) => continueRemoval(database, now)),
    },
    posts: {
      ...readers.posts,
      lock: (id, lock) => run((database) => lockRow(database, 'posts', id, lock)),
      insert: (row) => insertRows(run, 'posts', [row]),
      patch: (id, patch) => {
        const changes = assignments(patch)
        const isTagged = patch.set?.content !== undefined
        return run(async (database) => {
          const row = await patchRow(database, 'posts', id, changes)
          if (row && isTagged) await replaceTags(database, [id], [row])
          else if (row && tagsIn(row.content).length > 0) await setLikesOfTags(database, row)
          return row
        })
      },
      remove: (id, deletedAt) => run((database) => removePost(database, id, deletedAt)),
      restore: (id) => run((database) => restorePost(database, id)),
    },
    reactions: {
      ...readers.reactions,
      put: (row) => {
        const upsertion = upsertionOf('reactions', row)
        const key: PrimaryKey<'reactions'> = [row.postId, row.userId]
        return run(async (database) => {
          const { db, table } = database
          // The selection sees the row as it was before.
          const { rows } = await sql<ReactionRow>`
            with put as (${upsertion(database)})
            select ${columnsOf('reactions')} from ${table('reactions')} where ${hasKey('reactions', key)}`.execute(db)
          return rows[0]
        })
      },
    },
    bookmarks: {
      ...readers.bookmarks,
      insert: (row) => insertIfNew(run, 'bookmarks', row),
      remove: (userId, postId) => run((database) => deleteByKey(database, 'bookmarks', [userId, postId])),
    },
    follows: {
      ...readers.follows,
      insert: (row) => insertIfNew(run, 'follows', row),
      remove: (followerId, followeeId) => run((database) => deleteByKey(database, 'follows', [followerId, followeeId])),
    },
    files: {
      ...readers.files,
      lock: (id, lock) => run((database) => lockRow(database, 'files', id, lock)),
      tryLock: (ids) =>
        run(async ({ db, table }) => {
          const { rows } = await sql<{ id: string }>`
            select id from ${table('files')} where ${isOneText('id', ids)} order by id for update skip locked`.execute(
            db,
          )
          return rows.map(({ id }) => id)
        }),
      insert: (row) => insertRows(run, 'files', [row]),
      remove: (id) => run((database) => deleteByKey(database, 'files', [id])),
      insertUse: (row) => insertIfNew(run, 'fileUses', row),
      removeUse: (fileId, usedBy) => run((database) => deleteByKey(database, 'fileUses', [fileId, usedBy])),
    },
    deletedPosts: {
      ...readers.deletedPosts,
      get: (id) => run((database) => selectByKey(database, 'deletedPosts', [id])),
      deletedBefore: (instant, limit) =>
        run(({ db }) => deletedBefore(db, instant, limit).forUpdate().skipLocked().execute()),
      remove: (id) => run((database) => purgePosts(database, [id])),
    },
    idempotencyKeys: {
      ...readers.idempotencyKeys,
      get: (userId, key) => run((database) => selectByKey(database, 'idempotencyKeys', [userId, key])),
      claim: (row, expiredAt) => {
        const upsertion = upsertionOf('idempotencyKeys', row)
        const key: PrimaryKey<'idempotencyKeys'> = [row.userId, row.key]
        return run(async (database) => {
          const claim = sql`${upsertion(database)} where ${database.table('idempotencyKeys')}.used_at <= ${expiredAt}`
          const { numAffectedRows } = await claim.execute(database.db)
          return numAffectedRows === 1n ? undefined : selectByKey(database, 'idempotencyKeys', key)
        })
      },
      removeUsedBefore: (instant, limit) =>
        run(async ({ db, table }) => {
          const { numAffectedRows } = await sql`
            with oldest as materialized (
              select user_id, key from ${table('idempotencyKeys')}
              where used_at < ${instant} order by used_at, user_id, key limit ${limit} for update skip locked
            )
            delete from ${table('idempotencyKeys')} as keys using oldest
            where keys.user_id = oldest.user_id and keys.key = oldest.key`.execute(db)
          return Number(numAffectedRows)
        }),
    },
    meta: {
      ...readers.meta,
      put: (key, value) => {
        const row = { key, value: JSON.stringify(value) }
        return run(async ({ db }) => {
          await db
            .insertInto('meta')
            .values(row)
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
            .execute()
        })
      },
    },
  }
}

/** A statement that inserts a row, which is copied at once, or replaces the one with its primary key. */
function upsertionOf<Table extends 'reactions' | 'idempotencyKeys'>(name: Table, row: AllRows[Table]) {
  const insertion = insertionOf(name, [row])
  const changes = Object.keys(row).map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  return (database: Database) =>
    sql`${insertion(database)} on conflict (${keyOf(name)}) do update set ${sql.join(changes)}`
}

const lockClauses: { readonly [Lock in RowLock]: RawBuilder<unknown> } = {
  reference: sql`for key share`,
  change: sql`for no key update`,
  remove: sql`for update`,
}

async function lockRow<Table extends 'users' | 'posts' | 'files'>(
  database: Database,
  name: Table,
  id: string,
  lock: RowLock,
): Promise<Rows[Table] | undefined> {
  return (await selectRows(database, name, hasKey(name, [id]), lockClauses[lock]))[0]
}

/** A statement of its own: it sees the tags of the transaction for which the change of the post has waited. */
async function setLikesOfTags({ db }: Database, { id, likeCount }: PostRow): Promise<void> {
  await db.updateTable('postTags').set({ likeCount }).where('id', '=', id).execute()
}

async function patchRow<Table extends 'users' | 'posts'>(
  { db, table }: Database,
  name: Table,
  id: string,
  changes: RawBuilder<unknown>,
): Promise<Rows[Table] | undefined> {
  const { rows } = await sql<Rows[Table]>`
    update ${table(name)} set ${changes} where ${hasKey(name, [id])} returning ${columnsOf(name)}`.execute(db)
  return rows[0]
}

/** What stands after `set`; never empty. */
function assignments({ set = {}, add = {} }: Patch<object, string>): RawBuilder<unknown> {
  const settings = Object.entries(set)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const additions = Object.entries(add).map(
    ([column, value]) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${value}`,
  )
  return sql.join([sql`id = id`, ...settings, ...additions])
}
