import { sql, type RawBuilder } from 'kysely'

import { UniqueViolationError } from '../port.ts'
import { primaryKeys, type PostRow } from '../rows.ts'
import { columnsOf, type Database } from './connection/database.ts'
import { violatedConstraint } from './errors.ts'
import { execute } from './inserts.ts'
import { hasId, isOneOf } from './rows.ts'
import { replaceTags } from './tags.ts'

/** Moves a post to the deleted ones. Returns whether it was there. */
export async function removePost(database: Database, id: string, deletedAt: number): Promise<boolean> {
  const { table } = database
  const columns = columnsOf('posts')
  const moved = await execute(
    database,
    'deletedPosts',
    sql`
      with removed as (delete from ${table('posts')} where ${hasId('id', id)} returning ${columns})
      insert into ${table('deletedPosts')} (${columns}, deleted_at) select ${columns}, ${deletedAt} from removed`,
  )
  await replaceTags(database, [id], [])
  return moved === 1n
}

export async function restorePost(database: Database, id: string): Promise<PostRow | undefined> {
  const { db, table } = database
  const columns = columnsOf('posts')
  const restored = sql<PostRow>`
    with restored as (delete from ${table('deletedPosts')} where ${hasId('id', id)} returning ${columns})
    insert into ${table('posts')} (${columns}) select ${columns} from restored returning ${columns}`
  const { rows } = await restored.execute(db).catch((error: unknown) => {
    throw violatedConstraint(error) === undefined ? error : new UniqueViolationError('posts', 'key')
  })
  await replaceTags(database, [], rows)
  return rows[0]
}

/**
 * A statement that deletes at most `limit` rows that meet a condition, and fewer only if there are no more: it locks them
 * first, and takes others in the place of those that another transaction deletes meanwhile. `rows.*` are what it may
 * return.
 */
export function deleteSome(
  { table }: Database,
  name: keyof typeof primaryKeys,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const key = sql.join(primaryKeys[name].map((column) => sql.ref(column)))
  const isSame = sql.join(
    primaryKeys[name].map((column) => sql`${sql.ref(`rows.${column}`)} = ${sql.ref(`some_rows.${column}`)}`),
    sql` and `,
  )
  return sql`
    delete from ${table(name)} as rows
    using (select ${key} from ${table(name)} where ${condition} limit ${limit} for update) as some_rows
    where ${isSame}`
}

/** The most reactions, and the most bookmarks, that one transaction removes with their posts. */
const LINKS = 2000

/**
 * Removes deleted posts for good, with their reactions and bookmarks. If there are many of these, removes some of them and
 * returns false.
 */
export async function purgePosts(database: Database, ids: readonly string[]): Promise<boolean> {
  const { db, table } = database
  const isOfPosts = sql`post_id = any(array(select id from ${table('deletedPosts')} where ${isOneOf('id', ids)}))`
  for (const name of ['reactions', 'bookmarks'] as const) {
    const { numAffectedRows = 0n } = await deleteSome(database, name, isOfPosts, LINKS).execute(db)
    if (numAffectedRows >= LINKS) return false
  }
  await sql`delete from ${table('deletedPosts')} where ${isOneOf('id', ids)}`.execute(db)
  return true
}
