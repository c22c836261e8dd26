/**
 * The migration to version 8: ids become `uuid`s. Other tables are filled in batches, while triggers repeat in them each
 * change of the former ones; then they take their place.
 */

import { sql } from 'kysely'

import { withoutPrefix, type Backfill, type Migration, type Step } from './migration.ts'
import { tablesWithIds } from '../tables.ts'

/** How the names of the new tables and indexes start until they replace the former ones. */
const PREFIX = 'next_'

/** The rows of one transaction. The changes of these rows wait for it. */
const BATCH = 1000

/** The columns of a table: those of its primary key, and the ids among all. */
interface Columns {
  key: readonly string[]
  ids: readonly string[]
  others: readonly string[]
}

const postColumns = [
  'created_at',
  'updated_at',
  'edited_at',
  'like_count',
  'media_width',
  'media_height',
  'content',
  'media_url',
  'media_type',
  'media_alt',
]

const tables: Readonly<Record<string, Columns>> = {
  users: {
    key: ['id'],
    ids: ['id'],
    others: [
      'created_at',
      'updated_at',
      'post_count',
      'follower_count',
      'following_count',
      'token_version',
      'username',
      'first_name',
      'last_name',
      'email',
      'password_hash',
      'bio',
      'portfolio_url',
      'avatar_url',
      'extra',
      'folded_name',
    ],
  },
  name_grams: {
    key: ['gram', 'is_at_start', 'name', 'user_id'],
    ids: ['user_id'],
    others: ['gram', 'is_at_start', 'name'],
  },
  posts: { key: ['id'], ids: ['id', 'author_id'], others: postColumns },
  post_tags: { key: ['id', 'tag'], ids: ['id'], others: ['tag', 'like_count'] },
  reactions: { key: ['post_id', 'user_id'], ids: ['id', 'post_id', 'user_id'], others: ['kind'] },
  bookmarks: { key: ['user_id', 'post_id'], ids: ['id', 'user_id', 'post_id'], others: [] },
  follows: { key: ['follower_id', 'followee_id'], ids: ['id', 'follower_id', 'followee_id'], others: [] },
  files: { key: ['id'], ids: ['owner_id'], others: ['id', 'added_at', 'size', 'type'] },
  file_uses: { key: ['file_id', 'used_by'], ids: ['used_by'], others: ['file_id'] },
  deleted_posts: { key: ['id'], ids: ['id', 'author_id'], others: [...postColumns, 'deleted_at'] },
  idempotency_keys: {
    key: ['user_id', 'key'],
    ids: ['user_id', 'result_id'],
    others: ['key', 'request', 'used_at'],
  },
  removed_users: { key: ['id'], ids: ['id'], others: [] },
}

const names = Object.keys(tables)

/** The grams of folded first names, until version 10. */
const nameGrams = `
  create table ${PREFIX}name_grams (
    gram text collate "C",
    is_at_start boolean,
    name text collate "C",
    user_id uuid,
    constraint ${PREFIX}name_grams_pkey primary key (gram, is_at_start, name, user_id)
  );
`

/** Matches what Weft writes as ids. */
const PATTERN = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'"

/** The tables whose rows nothing refers to. Their ids are places in lists. */
const links = new Set(['reactions', 'bookmarks', 'follows'])

/**
 * Snapshots that Weft has not written may have brought other ids. That of a link is replaced. The migration cannot
 * replace others, which addresses and texts may contain.
 */
function uuidOf(name: string, column: string, value: string): string {
  return column === 'id' && links.has(name)
    ? `case when ${value} ~ ${PATTERN} then ${value} else md5(${value}) end::uuid`
    : `${value}::uuid`
}

function checkIds(name: string, { ids }: Columns): string {
  const checked = ids.filter((column) => column !== 'id' || !links.has(name))
  const isOther = checked.map((column) => `${column} !~ ${PATTERN}`).join(' or ')
  return `
    do $$ begin
      if exists (select from ${name} where ${isOther}) then
        raise 'An id in the table ${name} is not a UUID in lower case. Nothing was changed.';
      end if;
    end $$`
}

/** Writes a row of `source` to the new table, in the place of an earlier one. */
function copy(name: string, { key, ids, others }: Columns, source: string, onConflict: 'update' | 'nothing'): string {
  const columns = [...ids, ...others]
  const values = [
    ...ids.map((column) => uuidOf(name, column, `${source}.${column}`)),
    ...others.map((column) => `${source}.${column}`),
  ]
  const changes = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const action = onConflict === 'update' ? `(${key.join(', ')}) do update set ${changes}` : 'do nothing'
  return `insert into ${PREFIX}${name} (${columns.join(', ')})
    select ${values.join(', ')} ${source === 'new' ? '' : `from ${source}`} on conflict ${action}`
}

/**
 * Repeats each change of a table in the new one. A deletion must see what a batch has committed meanwhile, which a
 * serialisable transaction does not: nothing but clearing the database deletes rows in one.
 */
function follow(name: string, columns: Columns): string {
  const { key, ids } = columns
  const isSame = key.map((column) => `${column} = old.${column}${ids.includes(column) ? '::uuid' : ''}`).join(' and ')
  return `
    create function ${PREFIX}${name}() returns trigger language plpgsql set search_path from current as $$ begin
      if tg_op <> 'DELETE' then
        ${copy(name, columns, 'new', 'update')};
      elsif current_setting('transaction_isolation') <> 'read committed' then
        raise 'The database is being migrated.' using errcode = 'serialization_failure';
      else
        delete from ${PREFIX}${name} where ${isSame};
      end if;
      return null;
    end $$;
    create trigger next after insert or update or delete on ${name}
      for each row execute function ${PREFIX}${name}()`
}

/** Fills the new table in the order of the key. Locks the rows of a batch so that none is deleted meanwhile. */
function fill(name: string, columns: Columns): Backfill {
  const key = columns.key.join(', ')
  return {
    table: name,
    async next(tx, after) {
      const rest = after ? sql`where (${sql.raw(key)}) > (${sql.join([...after])})` : sql``
      const { rows } = await sql<Record<string, unknown> & { count: number }>`
        with batch as (
          select * from ${sql.raw(name)} ${rest} order by ${sql.raw(key)} limit ${BATCH} for key share
        ), filled as (${sql.raw(copy(name, columns, 'batch', 'nothing'))})
        select ${sql.raw(key)}, (select count(*)::integer from batch) as count
        from batch order by ${sql.raw(columns.key.map((column) => `${column} desc`).join(', '))} limit 1`.execute(tx)
      const [last] = rows
      return last && { rows: last.count, last: columns.key.map((column) => String(last[column])) }
    },
  }
}

/** At most half a second goes by until all tables are locked; if it is not enough, another attempt follows. */
const replace = `
  set local statement_timeout = '500ms';
  lock table ${names.join(', ')} in access exclusive mode;
  set local statement_timeout = 0;
  drop table ${names.join(', ')};
  ${names.map((name) => `drop function ${PREFIX}${name}();`).join('\n  ')}
  ${withoutPrefix(PREFIX)}`

const forEach = (stepOf: (name: string, columns: Columns) => Step): Step[] =>
  Object.entries(tables).map(([name, columns]) => stepOf(name, columns))

/** The version before compares ids as texts, so it fails once the tables are replaced. */
export const uuidMigration: Migration = {
  keepsFormer: false,
  steps: [...forEach(checkIds), tablesWithIds(PREFIX) + nameGrams, ...forEach(follow), ...forEach(fill), replace],
}
