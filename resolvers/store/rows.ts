/**
 * The rows of the store, each declared once. Types are inferred from the declarations; the health check of a database
 * (`indexeddb/recovery/health.ts`) and the validation of imported snapshots derive from them.
 *
 * A declaration gives each field a type and, in a `pipe`, a format. `safeParse(schema, row).typed` is true if all types
 * are right: this is enough for a row that Weft has stored. `success` also requires every format: check it for a row
 * that comes from outside. Undeclared fields are ignored; to refuse them, use `strictObject(schema.entries)`.
 *
 * Ids are UUIDv7, so the order of ids is the order of creation. No two rows of a table have the same id.
 */

import {
  array,
  check,
  custom,
  integer,
  maxValue,
  minValue,
  nonEmpty,
  nullable,
  number,
  object,
  picklist,
  pipe,
  regex,
  string,
  type InferOutput,
} from 'valibot'

import { mediaTypePattern } from '../../shared/formats.ts'
import { isStorable } from './text.ts'

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The deepest nesting of `extra` that every browser can copy into its database. */
const MAX_EXTRA_DEPTH = 1000

const storableRule = 'must not have U+0000 or lone surrogates'
const text = pipe(string(), check(isStorable, storableRule))
/** The id of this row or of another. */
const id = pipe(text, nonEmpty())
/** Milliseconds since 1970, within the range of `Date`. */
const instant = pipe(number(), integer(), minValue(0), maxValue(8.64e15))
/** An `Int` of GraphQL that is not negative. */
const count = pipe(number(), integer(), minValue(0), maxValue(2 ** 31 - 1))
/** Width or height in pixels; null if it is not known. */
const pixels = nullable(pipe(number(), integer(), minValue(1), maxValue(2 ** 31 - 1)))

/**
 * `pbkdf2-sha256:iterations:salt:hash`, as `services/password.ts` writes it; salt and hash in base64url. Less than a
 * million iterations, because more would block the tab at each log-in.
 */
export const passwordHashPattern = /^pbkdf2-sha256:([1-9]\d{0,5}):((?:[\w-]{4})*[\w-]{2,4}):([\w-]{43})$/
const passwordHash = pipe(string(), regex(passwordHashPattern))

const user = object({
  id,
  username: pipe(text, nonEmpty()),
  firstName: text,
  lastName: text,
  email: text,
  /** Never leaves the backend. */
  passwordHash,
  bio: text,
  portfolioUrl: text,
  avatarUrl: text,
  createdAt: instant,
  updatedAt: instant,
  /** The counts are updated with each post, follow and unfollow, never counted on read. */
  postCount: count,
  followerCount: count,
  followingCount: count,
  /** Further fields that were sent at sign-up (spec §3). */
  extra: pipe(
    custom<Record<string, Json>>(isObject),
    check((fields) => isNestedAtMost(fields, MAX_EXTRA_DEPTH), `must not be nested deeper than ${MAX_EXTRA_DEPTH}`),
    check((fields) => isStorableJson(fields), storableRule),
  ),
  /** Tokens of an earlier generation are refused: "sign out everywhere" adds 1. */
  tokenGeneration: count,
})

const post = object({
  id,
  authorId: id,
  content: text,
  /** The media fields are empty or null if there is no picture or video. */
  mediaUrl: text,
  mediaType: text,
  mediaWidth: pixels,
  mediaHeight: pixels,
  /** What the picture or video shows, for readers who cannot see it. */
  mediaAlt: text,
  createdAt: instant,
  updatedAt: instant,
  likeCount: count,
  /** The last edit that changed anything; null if there was none since edits are recorded. */
  editedAt: nullable(instant),
})

/** The last reaction of a user to a post; at most one row for each pair. */
const reaction = object({ id, postId: id, userId: id, kind: picklist(['like', 'dislike']) })

const bookmark = object({ id, userId: id, postId: id })

const follow = object({ id, followerId: id, followeeId: id })

/** A picture or video that is stored with the data; its bytes are in the blob store. */
const file = object({
  id,
  ownerId: id,
  /** A MIME type that `shared/formats.ts` recognises. */
  type: pipe(string(), regex(mediaTypePattern)),
  /** In bytes. */
  size: count,
  addedAt: instant,
})

/** A post or profile that shows a file: `usedBy` is the id of a post of the owner, or the owner's own id. */
const fileUse = object({ fileId: id, usedBy: id })

/** A request with an idempotency key that was carried out (`services/idempotency.ts`). */
const idempotencyKey = object({
  userId: id,
  key: pipe(text, nonEmpty()),
  /** A hash of the call and its input. */
  request: text,
  /** The id of the row that the request has created, if it creates one. */
  resultId: id,
  usedAt: instant,
})

/** A deleted post with its reactions and bookmarks, which its author can restore for a time. */
const deletedPost = object({
  id,
  authorId: id,
  deletedAt: instant,
  post,
  reactions: array(reaction),
  bookmarks: array(bookmark),
})

/** The declaration of each table's rows. */
export const rowSchemas = {
  users: user,
  posts: post,
  reactions: reaction,
  bookmarks: bookmark,
  follows: follow,
  files: file,
  fileUses: fileUse,
}

/** The declarations of rows that are kept for a limited time. No snapshot contains them, and nothing counts them. */
export const transientRowSchemas = { idempotencyKeys: idempotencyKey, deletedPosts: deletedPost }

/** The rows of each table. */
export type Rows = { [Table in keyof typeof rowSchemas]: InferOutput<(typeof rowSchemas)[Table]> }

export type TableName = keyof Rows
export type UserRow = Rows['users']
export type PostRow = Rows['posts']
export type ReactionRow = Rows['reactions']
export type BookmarkRow = Rows['bookmarks']
export type FollowRow = Rows['follows']
export type FileRow = Rows['files']
export type FileUseRow = Rows['fileUses']
export type TransientRows = {
  [Table in keyof typeof transientRowSchemas]: InferOutput<(typeof transientRowSchemas)[Table]>
}
export type DeletedPostRow = TransientRows['deletedPosts']
export type IdempotencyKeyRow = TransientRows['idempotencyKeys']

/** The details of a picture or video of which only the URL and the type are known. */
export const noMediaDetails = { mediaWidth: null, mediaHeight: null, mediaAlt: '' }

/** The media fields of a post without a picture or video. */
export const noMedia = { mediaUrl: '', mediaType: '', ...noMediaDetails }

/** All tables except `meta` and those of transient rows. A row refers only to rows of earlier tables. */
export const tableNames = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files', 'fileUses'] as const

/** The tables of transient rows. */
export const transientTableNames = ['idempotencyKeys', 'deletedPosts'] as const

/** Whether this is an object and not an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether objects and arrays in this value are nested at most `levels` deep. */
export function isNestedAtMost(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isNestedAtMost(part, levels - 1))
}

/** Whether all texts and names of fields in this value are storable. */
function isStorableJson(value: Json): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorableJson(part))
}
