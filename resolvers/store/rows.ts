/**
 * The rows of the store, each declared once. Types are inferred from the declarations; the health check of a database
 * (`indexeddb/recovery/health.ts`) and the validation of imported snapshots derive from them.
 *
 * A declaration gives each field a type and, in a `pipe`, a format. `safeParse(shape, row).typed` is true if all types
 * are right: this is enough for a row that Weft has stored. `success` also requires every format: check it for a row
 * that comes from outside. Undeclared fields are ignored; to refuse them, use `strictObject(shape.entries)`.
 *
 * Ids are UUIDv7, so the order of ids is the order of creation. No two rows of a table have the same id.
 */

import {
  check,
  custom,
  integer,
  keyof,
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
import { isNestedAtMost, isObject, type Json } from '../../shared/json.ts'
import { isStorable } from './text.ts'

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
export const pbkdf2Pattern = /^pbkdf2-sha256:([1-9]\d{0,5}):((?:[\w-]{4})*[\w-]{2,4}):([\w-]{43})$/
/** The hashes of a server (`server/passwords.ts`). With the costs of that server only: others could use all memory. */
const argon2Pattern = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
const passwordHash = pipe(string(), regex(new RegExp(`${pbkdf2Pattern.source}|${argon2Pattern.source}`)))

/**
 * The columns of a user that they edit in their profile. What a patch may set, the input of both APIs, the names in REST
 * and the limits derive from it or do not compile without it.
 */
const profile = object({ bio: text, portfolioUrl: text, avatarUrl: text })

const user = object({
  id,
  username: pipe(text, nonEmpty()),
  firstName: text,
  lastName: text,
  email: text,
  /** Never leaves the backend. */
  passwordHash,
  ...profile.entries,
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
  /** Tokens of an earlier version are refused: "sign out everywhere" adds 1. */
  tokenVersion: count,
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
  /** The last edit that changed anything; null if there was none. */
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

/** A deleted post, which its author can restore for a time. Its reactions and bookmarks stay in their tables. */
const deletedPost = object({ ...post.entries, deletedAt: instant })

/** The shape of each table's rows. A row refers only to rows of earlier tables. */
export const rowShapes = {
  users: user,
  posts: post,
  reactions: reaction,
  bookmarks: bookmark,
  follows: follow,
  files: file,
  fileUses: fileUse,
}

/** The shapes of rows that are kept for a limited time. No snapshot contains them, and nothing counts them. */
export const transientRowShapes = { idempotencyKeys: idempotencyKey, deletedPosts: deletedPost }

/** The names of all tables except `meta` and those of transient rows. */
export const tableNames = keyof(object(rowShapes)).options

/** The names of the tables of transient rows. */
export const transientTableNames = keyof(object(transientRowShapes)).options

/** The rows of each table. */
export type Rows = { [Table in keyof typeof rowShapes]: InferOutput<(typeof rowShapes)[Table]> }
export type TransientRows = {
  [Table in keyof typeof transientRowShapes]: InferOutput<(typeof transientRowShapes)[Table]>
}
type AllRows = Rows & TransientRows

/** Rows of some tables. */
export type TableRows = { readonly [Table in TableName]?: readonly Rows[Table][] }

export type TableName = keyof Rows
export type UserRow = Rows['users']
export type PostRow = Rows['posts']
export type ReactionRow = Rows['reactions']
export type BookmarkRow = Rows['bookmarks']
export type FollowRow = Rows['follows']
export type FileRow = Rows['files']
export type FileUseRow = Rows['fileUses']
export type DeletedPostRow = TransientRows['deletedPosts']
export type IdempotencyKeyRow = TransientRows['idempotencyKeys']

/** A user without the columns that may be long: what is read of the author of each post. */
export type UserSummary = Omit<UserRow, 'bio' | 'extra'>

export type Profile = InferOutput<typeof profile>

/** The names of the columns of a profile. */
export const profileColumns = keyof(profile).options

/** The profile of a user who has not edited it. */
export const emptyProfile: Profile = { bio: '', portfolioUrl: '', avatarUrl: '' }

/** The columns of each table's primary key, which are all texts. */
export const primaryKeys = {
  users: ['id'],
  posts: ['id'],
  reactions: ['postId', 'userId'],
  bookmarks: ['userId', 'postId'],
  follows: ['followerId', 'followeeId'],
  files: ['id'],
  fileUses: ['fileId', 'usedBy'],
  idempotencyKeys: ['userId', 'key'],
  deletedPosts: ['id'],
} as const satisfies { readonly [Table in keyof AllRows]: readonly (keyof AllRows[Table])[] }

type Texts<Columns extends readonly string[]> = { -readonly [Column in keyof Columns]: string }

/** The values of a table's primary key. */
export type PrimaryKey<Table extends keyof AllRows> = Texts<(typeof primaryKeys)[Table]>

/** Returns what identifies a row in its table. */
export function primaryKeyOf(table: keyof AllRows, row: { readonly [column: string]: unknown }): readonly string[] {
  return primaryKeys[table].map((column) => String(row[column]))
}

/** The details of a picture or video of which only the URL and the type are known. */
export const noMediaDetails = { mediaWidth: null, mediaHeight: null, mediaAlt: '' }

/** The media fields of a post without a picture or video. */
export const noMedia = { mediaUrl: '', mediaType: '', ...noMediaDetails }

/** Whether all texts and names of fields in this value are storable. */
function isStorableJson(value: Json): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorableJson(part))
}
