/**
 * The migrations of the database, in plain SQL, and how they are applied. Add new ones at the end; never change one that
 * has been released.
 */

import { sql, type Kysely, type Transaction } from 'kysely'

import { WITHOUT_LIMITS } from './limits.ts'

/**
 * Columns that a key or a list compares have the collation "C", which is the order of code points. A list is read from
 * the index that is named after it. Rows refer to one another without foreign keys: the services see to that.
 */
const tables = `
  create table users (
    id text collate "C" primary key,
    username text collate "C" not null constraint users_username_key unique,
    first_name text not null,
    last_name text not null,
    email text not null,
    password_hash text not null,
    bio text not null,
    portfolio_url text not null,
    avatar_url text not null,
    created_at bigint not null,
    updated_at bigint not null,
    post_count integer not null,
    follower_count integer not null,
    following_count integer not null,
    -- Not jsonb, which reorders fields.
    extra json not null,
    token_version integer not null,
    -- The folded first name (firstNames.ts).
    folded_name text collate "C" not null
  );
  create index users_by_name on users (folded_name, id);

  -- The grams of folded first names (firstNames.ts).
  create table name_grams (
    gram text collate "C",
    is_at_start boolean,
    name text collate "C",
    user_id text collate "C",
    primary key (gram, is_at_start, name, user_id)
  );

  create table posts (
    id text collate "C" primary key,
    author_id text collate "C" not null,
    content text not null,
    media_url text not null,
    media_type text not null,
    media_width integer,
    media_height integer,
    media_alt text not null,
    created_at bigint not null,
    updated_at bigint not null,
    like_count integer not null,
    edited_at bigint
  );
  create index posts_by_likes on posts (like_count, id);
  create index posts_of_author on posts (author_id, id);
  create index posts_of_author_by_likes on posts (author_id, like_count, id);

  -- The tags in the content of posts (shared/tags.ts), by the id of the post.
  create table post_tags (
    id text collate "C",
    tag text collate "C",
    like_count integer not null,
    primary key (id, tag)
  );
  create unique index post_tags_latest on post_tags (tag, id);
  create unique index post_tags_by_likes on post_tags (tag, like_count, id);

  create table tag_counts (
    tag text collate "C" primary key,
    post_count integer not null
  );

  create table reactions (
    id text collate "C" not null,
    post_id text collate "C",
    user_id text collate "C",
    kind text collate "C" not null,
    primary key (post_id, user_id)
  );
  create unique index reactions_of_post on reactions (post_id, kind, id);
  create unique index reactions_of_user on reactions (user_id, post_id);

  create table bookmarks (
    id text collate "C" not null,
    user_id text collate "C",
    post_id text collate "C",
    primary key (user_id, post_id)
  );
  create unique index bookmarks_of_user on bookmarks (user_id, id);
  create index bookmarks_of_post on bookmarks (post_id);

  create table follows (
    id text collate "C" not null,
    follower_id text collate "C",
    followee_id text collate "C",
    primary key (follower_id, followee_id)
  );
  create unique index follows_of_follower on follows (follower_id, id);
  create unique index follows_of_followee on follows (followee_id, id);

  create table files (
    id text collate "C" primary key,
    owner_id text collate "C" not null,
    type text not null,
    size integer not null,
    added_at bigint not null
  );
  create index files_of_owner on files (owner_id, id);

  create table file_uses (
    file_id text collate "C",
    used_by text collate "C",
    primary key (file_id, used_by)
  );

  create table blobs (
    id text collate "C" primary key,
    bytes bytea not null
  );
  -- Pictures and videos are compressed already.
  alter table blobs alter column bytes set storage external;

  create table deleted_posts (
    id text collate "C" primary key,
    author_id text collate "C" not null,
    content text not null,
    media_url text not null,
    media_type text not null,
    media_width integer,
    media_height integer,
    media_alt text not null,
    created_at bigint not null,
    updated_at bigint not null,
    like_count integer not null,
    edited_at bigint,
    deleted_at bigint not null
  );
  create index deleted_posts_of_author on deleted_posts (author_id);
  create index deleted_posts_by_deletion on deleted_posts (deleted_at, id);

  create table idempotency_keys (
    user_id text collate "C",
    key text collate "C",
    request text not null,
    result_id text not null,
    used_at bigint not null,
    primary key (user_id, key)
  );
  create index idempotency_keys_by_use on idempotency_keys (used_at, user_id, key);

  create table meta (
    key text collate "C" primary key,
    value json not null
  );
`

const removedUsers = `
  -- Users who were removed, but not yet all rows that refer to them.
  create table removed_users (id text collate "C" primary key);
`

const blobChunks = `
  -- The bytes of files in chunks of 256 kB (blobs.ts), so that none is read or written as a whole.
  create table blob_chunks (
    id text collate "C",
    number integer,
    bytes bytea not null,
    primary key (id, number)
  );
  -- Pictures and videos are compressed already.
  alter table blob_chunks alter column bytes set storage external;
  insert into blob_chunks
    select id, number, substring(bytes from number * 262144 + 1 for 262144)
    from blobs cross join generate_series(0, (greatest(octet_length(bytes), 1) - 1) / 262144) as number;
  drop table blobs;
`

const eventPositions = `
  -- Numbers the events that processes send to each other (server/events/postgresBus.ts). Events are not stored, so a crash
  -- may reset it.
  create unlogged sequence event_positions;
`

const sharedCounts = `
  -- What the processes of a server count together (server/sharedCounts.ts). The first table is rate-limiter-flexible's.
  create table rate_limits (
    key text collate "C" primary key,
    points integer not null,
    expire bigint
  );
  -- When each process said last that it runs.
  create table server_processes (
    id text collate "C" primary key,
    seen_at timestamptz not null
  );
  create table open_streams (
    process text collate "C",
    id integer,
    client text collate "C" not null,
    primary key (process, id)
  );
  create index open_streams_of_client on open_streams (client);
`

/** A migration: SQL statements, then an optional step in JavaScript. */
export interface Migration {
  readonly statements: string
  readonly fill?: <Tables>(tx: Transaction<Tables>) => Promise<void>
}

/** All migrations, the first of which leads from an empty schema to the first version. */
export const migrations: readonly Migration[] = [
  { statements: tables },
  { statements: removedUsers },
  { statements: blobChunks },
  { statements: eventPositions },
  { statements: sharedCounts },
]

/** The number of the version after the first migration. Weft used smaller ones before its first release. */
export const FIRST_VERSION = 3

function latestOf(steps: readonly Migration[]): number {
  return FIRST_VERSION + steps.length - 1
}

/** Returns whether the schema has the latest version, or a later one. */
export async function isMigrated<Tables>(db: Kysely<Tables>, schema: string): Promise<boolean> {
  const { rows } = await sql<{ number: number | null }>`
    select max(number) as number from ${sql.table(`${schema}.versions`)}`.execute(db)
  return (rows[0]?.number ?? 0) >= latestOf(migrations)
}

/** Of several processes that start at once, the one that holds this advisory lock migrates, and the others wait. */
const LOCK = 826_273_401

/**
 * Brings the schema to the latest version, in one transaction. Rejects, and changes nothing, if a later version of this
 * code has upgraded it, or if it is older than the first release.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  schema: string,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const latest = latestOf(steps)
  const versions = sql.table(`${schema}.versions`)
  await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await sql.raw(WITHOUT_LIMITS).execute(tx)
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
      const existing = await sql`select where to_regclass(${`${schema}.versions`}) is not null`.execute(tx)
      if (existing.rows.length === 0) {
        await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
        await sql`create table ${versions} (number integer primary key, applied_at timestamptz not null)`.execute(tx)
      }
      const { rows } = await sql<{ number: number }>`select number from ${versions}`.execute(tx)
      const current = Math.max(0, ...rows.map(({ number }) => number))
      if (current > latest) throw new Error(`The schema "${schema}" has version ${current}, this code knows ${latest}`)
      if (current > 0 && current < FIRST_VERSION) {
        const advice = `Rename it (alter schema "${schema}" rename to …) to keep its data, or choose another schema`
        throw new Error(`The schema "${schema}" has version ${current}, from before the first release. ${advice}`)
      }
      await sql`set local search_path to ${sql.id(schema)}`.execute(tx)
      for (const [index, { statements, fill }] of steps.entries()) {
        const number = FIRST_VERSION + index
        if (number <= current) continue
        await sql.raw(statements).execute(tx)
        await fill?.(tx)
        await sql`insert into ${versions} values (${number}, now())`.execute(tx)
      }
    })
}
