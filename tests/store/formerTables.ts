import { FIRST_VERSION, migrations } from '../../resolvers/store/postgres/migrations/migrations.ts'

/** The version of this code. */
export const latestVersion = FIRST_VERSION + migrations.length

/** The tables of version 1.0.0, which made them in two steps: its databases have a row for version 3, too. */
const firstTables = `
  insert into versions values (${FIRST_VERSION - 1}, now());

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

  -- Users who were removed, but not yet all rows that refer to them.
  create table removed_users (id text collate "C" primary key);
`

/** Returns the statements that create the tables in the present schema as a version before 8 did. */
export function formerTables(version: number): string {
  const steps = migrations.slice(0, version - FIRST_VERSION).map(({ steps: [step] }) => step)
  return [
    'create table versions (number integer primary key, applied_at timestamptz not null)',
    ...[firstTables, ...steps].map(
      (step, index) =>
        `${typeof step === 'string' ? step : ''}; insert into versions values (${FIRST_VERSION + index}, now())`,
    ),
  ].join(';')
}
