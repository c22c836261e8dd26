/**
 * The rows of the store, each declared once. Types are inferred from the declarations; the health check of a database
 * (`indexeddb/recovery/health.ts`) and the validation of imported snapshots derive from them.
 *
 * A declaration gives each field a type and, in a `pipe`, a format. `safeParse(schema, row).typed` is true if all types
 * are right: this is enough for a row that Weft has stored. `success` also requires every format: check it for a row
 * that comes from outside. Undeclared fields are ignored; to refuse them, use `strictObject(schema.entries)`.
 *
 * Ids are UUIDv7, so the order of ids is the order of creation.
 */

import {
  array,
  check,
  custom,
  instance,
  integer,
  maxValue,
  minValue,
  nonEmpty,
  number,
  object,
  picklist,
  pipe,
  regex,
  string,
  union,
  type InferOutput,
} from 'valibot'

import { mediaTypePattern } from '../../shared/formats.ts'

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The deepest nesting of `extra` that every browser can copy into its database. */
const MAX_EXTRA_DEPTH = 1000

/** The id of this row or of another. */
const id = pipe(string(), nonEmpty())
/** A day in UTC, `YYYY-MM-DD`. */
const day = pipe(string(), check(isDay, 'must be a day such as 2026-05-04'))
/** Milliseconds since 1970, within the range of `Date`. */
const instant = pipe(number(), integer(), minValue(0), maxValue(8.64e15))
/** An `Int` of GraphQL that is not negative. */
const count = pipe(number(), integer(), minValue(0), maxValue(2 ** 31 - 1))

/**
 * `pbkdf2-sha256:iterations:salt:hash`, as `services/password.ts` writes it; salt and hash in base64url. Less than a
 * million iterations, because more would block the tab at each log-in.
 */
export const passwordHashPattern = /^pbkdf2-sha256:([1-9]\d{0,5}):((?:[\w-]{4})*[\w-]{2,4}):([\w-]{43})$/
const passwordHash = pipe(string(), regex(passwordHashPattern))

const user = object({
  id,
  username: pipe(string(), nonEmpty()),
  firstName: string(),
  lastName: string(),
  email: string(),
  /** Never leaves the backend. */
  passwordHash,
  bio: string(),
  portfolioUrl: string(),
  avatarUrl: string(),
  createdAt: day,
  updatedAt: day,
  /** The counts are updated with each post, follow and unfollow, never counted on read. */
  postCount: count,
  followerCount: count,
  followingCount: count,
  /** Further fields that were sent at sign-up (spec §3). */
  extra: pipe(
    custom<Record<string, Json>>(isObject),
    check((fields) => isNestedAtMost(fields, MAX_EXTRA_DEPTH), `must not be nested deeper than ${MAX_EXTRA_DEPTH}`),
  ),
})

const post = object({
  id,
  authorId: id,
  content: string(),
  /** Empty if there is none. */
  mediaUrl: string(),
  mediaType: string(),
  postedAt: instant,
  createdAt: day,
  updatedAt: day,
  likeCount: count,
})

/** The last reaction of a user to a post; at most one row for each pair. */
const reaction = object({ id, postId: id, userId: id, kind: picklist(['like', 'dislike']) })

const bookmark = object({ id, userId: id, postId: id })

const follow = object({ id, followerId: id, followeeId: id })

/** A picture or video that is stored with the data. */
const file = object({
  id,
  ownerId: id,
  /** The ids of the owner's posts that show it, and the owner's own id if it is their picture. */
  usedBy: pipe(
    array(id),
    check((ids) => new Set(ids).size === ids.length, 'must be a list of different ids'),
  ),
  /** A MIME type that `shared/formats.ts` recognises. */
  type: pipe(string(), regex(mediaTypePattern)),
  addedAt: instant,
  /** Bytes; a Blob in IndexedDB rows written before version 3. `new Blob([content])` accepts both. */
  content: union([instance(ArrayBuffer), instance(Blob)]),
})

/** The declaration of each table's rows. */
export const rowSchemas = {
  users: user,
  posts: post,
  reactions: reaction,
  bookmarks: bookmark,
  follows: follow,
  files: file,
}

/** The rows of each table. */
export type Rows = { [Table in keyof typeof rowSchemas]: InferOutput<(typeof rowSchemas)[Table]> }

export type TableName = keyof Rows
export type UserRow = Rows['users']
export type PostRow = Rows['posts']
export type ReactionRow = Rows['reactions']
export type BookmarkRow = Rows['bookmarks']
export type FollowRow = Rows['follows']
export type FileRow = Rows['files']

/** All tables except `meta`. A row refers only to rows of earlier tables. */
export const tableNames = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files'] as const

/** Whether this is an object and not an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDay(text: string): boolean {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text)
}

/** Whether objects and arrays in this value are nested at most `levels` deep. */
export function isNestedAtMost(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isNestedAtMost(part, levels - 1))
}
