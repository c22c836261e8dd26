import type { GenericSchema } from 'valibot'

import { sqlColumnOf } from '../columns.ts'
import { allTables, isInKeyOrder, tables as described, withDefaults, type AnyTable, type Index } from '../tables.ts'
import { inSnakeCase, listCondition } from './columns.ts'

/** The described tables that have another form in Postgres. */
const otherTables = new Set<AnyTable>(['events', 'meta', 'blobs'])

/** Fixed columns come first, by their alignment, so that no space lies between them. */
const TYPES = ['uuid', 'bigint', 'integer', 'text', 'json']

/**
 * Columns of texts that a key or a list compares have the collation "C", which is the order of code points. The direction
 * of an index is declared for databases that would otherwise spread it by a hash.
 */
function creationOf(name: AnyTable): string {
  const { key, shape } = described[name]
  const table = inSnakeCase(name)
  const indexes = Object.entries<Index>(described[name].indexes)
  const defaults: Readonly<Record<string, unknown>> = { ...withDefaults(name, {}) }
  const compared = new Set<string>([...key, ...indexes.flatMap(([, { of, by }]) => [...of, ...by])])
  const columns = Object.entries<GenericSchema>(shape.entries)
    .map(([column, field]) => ({ column, sql: sqlColumnOf(field) }))
    .toSorted((one, other) => TYPES.indexOf(one.sql.type) - TYPES.indexOf(other.sql.type))
    .map(({ column, sql: { type, isNullable } }) => {
      const collation = type === 'text' && compared.has(column) ? ' collate "C"' : ''
      const value = defaults[column]
      const initial = typeof value === 'string' ? ` default '${value}'` : ''
      return `${inSnakeCase(column)} ${type}${collation}${isNullable ? '' : ' not null'}${initial}`
    })
  const creations = indexes.flatMap(([index, layout]) => {
    if (isInKeyOrder(name, layout)) return []
    const { isUnique, where } = layout
    const [first = '', ...others] = [...layout.of, ...layout.by].map(inSnakeCase)
    const listed = where ? ` where ${listCondition(where)}` : ''
    const list = [`${first} asc`, ...others].join(', ')
    return `create ${isUnique ? 'unique ' : ''}index ${table}_${inSnakeCase(index)} on ${table} (${list})${listed};`
  })
  const primaryKey = `primary key (${key.map(inSnakeCase).join(', ')})`
  return [`create table ${table} (${[...columns, primaryKey].join(', ')});`, ...creations].join('\n')
}

/**
 * The tables of 2.0.0, with which new databases start. Until it has been released that is what the tables describe; then
 * its text is kept, and a change is a migration. Rows refer to one another without foreign keys: the services see to that.
 */
export const tables = `
  ${allTables
    .filter((name) => !otherTables.has(name))
    .map(creationOf)
    .join('\n')}

  -- The first name, folded and as it is spelled (firstNames.ts).
  alter table users
    add column folded_name text collate "C" not null,
    add column spelled_name text collate "C" not null;
  create index users_by_name on users (folded_name asc, spelled_name, id);

  -- The tags in the content of posts (shared/tags.ts), by the id of the post.
  create table post_tags (
    id uuid,
    like_count integer not null,
    tag text collate "C",
    primary key (id, tag)
  );
  create unique index post_tags_latest on post_tags (tag asc, id);
  create unique index post_tags_by_likes on post_tags (tag asc, like_count, id);

  -- The words of shown posts (shared/searchWords.ts). Apart from the posts, so that a like does not write them again.
  create table post_words (
    id uuid primary key,
    author_id uuid not null,
    words tsvector not null
  );
  create index post_words_by_author on post_words (author_id asc, id);
  -- Without a list of pending entries, which each search would read.
  create index post_words_by_word on post_words using gin (words) with (fastupdate = off);

  -- The keys by which users are found (userNames.ts).
  create table user_names (
    id uuid not null,
    key text collate "C",
    spelled text collate "C",
    primary key (key, spelled, id)
  );
  create index user_names_by_user on user_names (id asc, key);

  -- Users who were removed, but not yet all rows that refer to them.
  create table removed_users (
    id uuid primary key
  );

  -- The folded first names of users (firstNames.ts). A transaction that adds or removes a user locks the row of the name.
  create table first_names (
    name text collate "C" primary key
  );

  -- The ends of these names, once for each name that has it.
  create table name_parts (
    part text collate "C",
    name text collate "C",
    primary key (part, name)
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

  -- The events of committed changes (events.ts). The payload is JSON, compared as a text.
  create table events (
    number bigint primary key,
    at bigint not null,
    numbered_at bigint not null,
    topic text collate "C" not null,
    payload text collate "C" not null,
    audience uuid[]
  );
  create index events_recent on events (numbered_at asc);
  -- The events that have no number yet.
  create table new_events (
    id bigint generated always as identity primary key,
    at bigint not null,
    topic text collate "C" not null,
    payload text collate "C" not null,
    audience uuid[]
  );
  -- One row, which is locked while events are numbered.
  create table last_event_number (
    last bigint not null
  );
  insert into last_event_number values (0);

  -- What the processes of a server count together (server/limits/), as rate-limiter-flexible has it.
  create table rate_limits (
    key text collate "C" primary key,
    points integer not null,
    expire bigint
  );
`
