/**
 * The tables of version 10, with which new databases start. Never change them once that version has been released; add a
 * migration.
 *
 * The id of a row is a `uuid`: 16 bytes in each row and index that has it, where its text takes 37. Both have the same
 * order, for the lower-case texts that Weft writes. Fixed columns come first, by their alignment, so that no space lies
 * between them. Other columns that a key or a list compares have the collation "C", which is the order of code points. A
 * list is read from the index that is named after it. Rows refer to one another without foreign keys: the services see to
 * that.
 */

import { sharedCounts } from './migrations/firstMigrations.ts'

export const eventPositions = `
  -- The position of the last event that processes have sent to each other, in one row (server/events/postgresBus.ts). Events
  -- are not stored, so a crash or a standby that takes over may leave the table empty.
  create unlogged table event_positions (
    id integer primary key,
    last bigint not null
  );
`

/**
 * The tables of first names, each of which is there once, however many users have it. The names of the tables and indexes
 * start with `prefix`.
 */
export const nameTables = (prefix = ''): string => `
  -- The folded first names of users (firstNames.ts). A transaction that adds or removes a user locks the row of the name.
  create table ${prefix}first_names (
    name text collate "C",
    constraint ${prefix}first_names_pkey primary key (name)
  );

  -- The grams of these names. Each is there once for each name that has it.
  create table ${prefix}name_grams (
    gram text collate "C",
    is_at_start boolean,
    name text collate "C",
    constraint ${prefix}name_grams_pkey primary key (gram, is_at_start, name)
  );
`

/** The tables that contain ids of rows. The names of the tables and indexes start with `prefix`. */
export const tablesWithIds = (prefix = ''): string => `
  create table ${prefix}users (
    id uuid,
    created_at bigint not null,
    updated_at bigint not null,
    post_count integer not null,
    follower_count integer not null,
    following_count integer not null,
    token_version integer not null,
    username text collate "C" not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    password_hash text not null,
    bio text not null,
    portfolio_url text not null,
    avatar_url text not null,
    -- Not jsonb, which reorders fields.
    extra json not null,
    -- The folded first name (firstNames.ts).
    folded_name text collate "C" not null,
    constraint ${prefix}users_pkey primary key (id),
    constraint ${prefix}users_username_key unique (username)
  );
  create index ${prefix}users_by_name on ${prefix}users (folded_name asc, id);

  create table ${prefix}posts (
    id uuid,
    author_id uuid not null,
    created_at bigint not null,
    updated_at bigint not null,
    edited_at bigint,
    like_count integer not null,
    media_width integer,
    media_height integer,
    content text not null,
    media_url text not null,
    media_type text not null,
    media_alt text not null,
    constraint ${prefix}posts_pkey primary key (id)
  );
  create index ${prefix}posts_by_likes on ${prefix}posts (like_count asc, id);
  create index ${prefix}posts_of_author on ${prefix}posts (author_id asc, id);
  create index ${prefix}posts_of_author_by_likes on ${prefix}posts (author_id asc, like_count, id);

  -- The tags in the content of posts (shared/tags.ts), by the id of the post.
  create table ${prefix}post_tags (
    id uuid,
    like_count integer not null,
    tag text collate "C",
    constraint ${prefix}post_tags_pkey primary key (id, tag)
  );
  create unique index ${prefix}post_tags_latest on ${prefix}post_tags (tag asc, id);
  create unique index ${prefix}post_tags_by_likes on ${prefix}post_tags (tag asc, like_count, id);

  create table ${prefix}reactions (
    id uuid not null,
    post_id uuid,
    user_id uuid,
    kind text collate "C" not null,
    constraint ${prefix}reactions_pkey primary key (post_id, user_id)
  );
  create unique index ${prefix}reactions_of_post on ${prefix}reactions (post_id asc, kind, id);
  create unique index ${prefix}reactions_of_user on ${prefix}reactions (user_id asc, post_id);

  create table ${prefix}bookmarks (
    id uuid not null,
    user_id uuid,
    post_id uuid,
    constraint ${prefix}bookmarks_pkey primary key (user_id, post_id)
  );
  create unique index ${prefix}bookmarks_of_user on ${prefix}bookmarks (user_id asc, id);
  create index ${prefix}bookmarks_of_post on ${prefix}bookmarks (post_id asc);

  create table ${prefix}follows (
    id uuid not null,
    follower_id uuid,
    followee_id uuid,
    constraint ${prefix}follows_pkey primary key (follower_id, followee_id)
  );
  create unique index ${prefix}follows_of_follower on ${prefix}follows (follower_id asc, id);
  create unique index ${prefix}follows_of_followee on ${prefix}follows (followee_id asc, id);

  -- The id of a file is a text: it is a part of addresses, and files are few.
  create table ${prefix}files (
    added_at bigint not null,
    owner_id uuid not null,
    size integer not null,
    id text collate "C",
    type text not null,
    constraint ${prefix}files_pkey primary key (id)
  );
  create index ${prefix}files_of_owner on ${prefix}files (owner_id asc, id);

  create table ${prefix}file_uses (
    used_by uuid,
    file_id text collate "C",
    constraint ${prefix}file_uses_pkey primary key (file_id, used_by)
  );

  create table ${prefix}deleted_posts (
    id uuid,
    author_id uuid not null,
    created_at bigint not null,
    updated_at bigint not null,
    edited_at bigint,
    deleted_at bigint not null,
    like_count integer not null,
    media_width integer,
    media_height integer,
    content text not null,
    media_url text not null,
    media_type text not null,
    media_alt text not null,
    constraint ${prefix}deleted_posts_pkey primary key (id)
  );
  create index ${prefix}deleted_posts_of_author on ${prefix}deleted_posts (author_id asc);
  create index ${prefix}deleted_posts_by_deletion on ${prefix}deleted_posts (deleted_at asc, id);

  create table ${prefix}idempotency_keys (
    user_id uuid,
    result_id uuid not null,
    used_at bigint not null,
    key text collate "C",
    request text not null,
    constraint ${prefix}idempotency_keys_pkey primary key (user_id, key)
  );
  create index ${prefix}idempotency_keys_by_use on ${prefix}idempotency_keys (used_at asc, user_id, key);

  -- Users who were removed, but not yet all rows that refer to them.
  create table ${prefix}removed_users (
    id uuid,
    constraint ${prefix}removed_users_pkey primary key (id)
  );
`

/** All tables. */
export const tables = `
  ${tablesWithIds()}
  ${nameTables()}

  create table tag_counts (
    tag text collate "C" primary key,
    post_count integer not null
  );

  -- The bytes of files in chunks of 256 kB (blobs.ts), so that none is read or written as a whole.
  create table blob_chunks (
    id text collate "C",
    number integer,
    bytes bytea not null,
    primary key (id, number)
  );
  -- Pictures and videos are compressed already.
  alter table blob_chunks alter column bytes set storage external;

  create table meta (
    key text collate "C" primary key,
    value json not null
  );
  ${eventPositions}
  ${sharedCounts}
`
