/**
 * The tables, each described once. Types of rows, the calls of the store (`port.ts`), the tables of Postgres, the object
 * stores of IndexedDB, the health check and the format of snapshots derive from the description.
 *
 * Ids are UUIDv7, so the order of ids is the order of creation. No two rows of a table have the same id.
 */

import { NIL } from 'uuid'
import {
  array,
  custom,
  nonEmpty,
  nullable,
  object,
  pipe,
  string,
  unknown,
  type InferOutput,
  type ObjectEntries,
  type ObjectSchema,
} from 'valibot'

import type { Json } from '../../shared/json.ts'
import {
  count,
  extraFields,
  id,
  instant,
  mediaType,
  mentionList,
  noId,
  noInstant,
  oneOf,
  passwordHash,
  pixels,
  storableText,
  textId,
  textOf,
} from './columns.ts'

/** A list of rows: those with the same values in the columns `of`, sorted by the columns `by`. */
export interface Index<Column extends string = string> {
  readonly of: readonly Column[]
  readonly by: readonly Column[]
  readonly isUnique?: true
  /** The rows that the list has: those that meet every condition; all by default. */
  readonly where?: readonly Condition<Column>[]
}

export type Condition<Column extends string = string> = readonly [
  column: Column,
  operator: '=' | '<>',
  value: string | null,
]

interface Description<Column extends string, Row> {
  /** The columns of the primary key. */
  readonly key: readonly Column[]
  readonly indexes: Readonly<Record<string, Index<Column>>>
  /** What rows have in columns that are younger than them. */
  readonly defaults?: Partial<Row>
  /** The tables that columns refer to, by the ids of rows. */
  readonly references?: { readonly [Name in Column]?: 'users' | 'posts' }
}

function described<
  Entries extends ObjectEntries,
  const Own extends Description<keyof Entries & string, InferOutput<ObjectSchema<Entries, undefined>>>,
>(entries: Entries, description: Own) {
  return { shape: object(entries), ...description }
}

/**
 * The columns of a user that they edit in their profile. What a patch may set, the input of both APIs, the names in REST
 * and the limits derive from it or do not compile without it.
 */
export const profile = object({
  bio: textOf('bio'),
  portfolioUrl: textOf('portfolioUrl'),
  avatarUrl: textOf('avatarUrl'),
})

const users = described(
  {
    id,
    username: pipe(textOf('username'), nonEmpty()),
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    email: textOf('email'),
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
    extra: extraFields,
    /** Tokens of an earlier version are refused: "sign out everywhere" adds 1. */
    tokenVersion: count,
    /** Who is suspended is not visible, and their data are kept. */
    state: oneOf('active', 'suspended'),
    role: oneOf('member', 'moderator', 'admin'),
  },
  {
    key: ['id'],
    indexes: { byId: { of: [], by: ['id'] }, byUsername: { of: ['username'], by: [], isUnique: true } },
    defaults: { state: 'active', role: 'member' },
  },
)

/** The author of posts that are gone. No user has this id. */
export const NOBODY = NIL

const notificationKind = oneOf('like', 'reply', 'mention', 'follow')

const shown = ['state', '=', 'shown'] as const
const isPost = ['parentId', '=', null] as const
const isReply = ['parentId', '<>', null] as const

const posts = described(
  {
    id,
    authorId: id,
    content: textOf('content'),
    /** The media fields are empty or null if there is no picture or video. */
    mediaUrl: textOf('mediaUrl'),
    mediaType: textOf('mediaType'),
    mediaWidth: pixels,
    mediaHeight: pixels,
    /** What the picture or video shows, for readers who cannot see it. */
    mediaAlt: textOf('mediaAlt'),
    mentions: mentionList,
    createdAt: instant,
    updatedAt: instant,
    likeCount: count,
    /** The last edit that changed anything; null if there was none. */
    editedAt: noInstant,
    /**
     * Who wrote a deleted post can restore it for a time. Its reactions and bookmarks stay in their tables meanwhile. Then it
     * is gone: its row is removed, or stays without content and author as long as there are replies to it.
     */
    state: oneOf('shown', 'deleted', 'hidden', 'gone'),
    deletedAt: noInstant,
    /** The post that a reply answers; null for a post that is no reply. The row of the parent stays as long as the reply's. */
    parentId: noId,
    /** The number of direct replies that are not deleted. */
    replyCount: count,
  },
  {
    key: ['id'],
    // The first two have the names of the orders.
    indexes: {
      LATEST: { of: [], by: ['id'], where: [shown, isPost] },
      TRENDING: { of: [], by: ['likeCount', 'id'], where: [shown, isPost] },
      authorLatest: { of: ['authorId'], by: ['id'], where: [shown, isPost] },
      authorTrending: { of: ['authorId'], by: ['likeCount', 'id'], where: [shown, isPost] },
      authorReplies: { of: ['authorId'], by: ['id'], where: [shown, isReply] },
      authorMedia: { of: ['authorId'], by: ['id'], where: [shown, ['mediaUrl', '<>', '']] },
      authorUnlisted: { of: ['authorId'], by: ['id'], where: [['state', '<>', 'shown']] },
      byParent: { of: ['parentId'], by: ['id'], where: [isReply] },
      byDeletion: { of: [], by: ['deletedAt', 'id'], where: [['state', '=', 'deleted']] },
    },
    defaults: { state: 'shown', deletedAt: null, parentId: null, replyCount: 0, mentions: [] },
    references: { authorId: 'users', parentId: 'posts' },
  },
)

/** The last reaction of a user to a post; at most one row for each pair. */
const reactions = described(
  { id, postId: id, userId: id, kind: oneOf('like', 'dislike') },
  {
    key: ['postId', 'userId'],
    indexes: {
      byKind: { of: ['postId', 'kind'], by: ['id'], isUnique: true },
      byUser: { of: ['userId'], by: ['postId'], isUnique: true },
    },
    references: { postId: 'posts', userId: 'users' },
  },
)

const bookmarks = described(
  { id, userId: id, postId: id },
  {
    key: ['userId', 'postId'],
    indexes: {
      byUser: { of: ['userId'], by: ['id'], isUnique: true },
      byPost: { of: ['postId'], by: ['userId'] },
    },
    references: { postId: 'posts', userId: 'users' },
  },
)

const follows = described(
  { id, followerId: id, followeeId: id },
  {
    key: ['followerId', 'followeeId'],
    indexes: {
      byFollower: { of: ['followerId'], by: ['id'], isUnique: true },
      byFollowee: { of: ['followeeId'], by: ['id'], isUnique: true },
    },
    references: { followerId: 'users', followeeId: 'users' },
  },
)

/** A picture or video that is stored with the data; its bytes are in the blob store. Its id is a part of addresses. */
const files = described(
  {
    id: textId,
    ownerId: id,
    type: mediaType,
    /** In bytes. */
    size: count,
    addedAt: instant,
  },
  {
    key: ['id'],
    indexes: { byId: { of: [], by: ['id'] }, byOwner: { of: ['ownerId'], by: ['id'], isUnique: true } },
    references: { ownerId: 'users' },
  },
)

/** A post or profile that shows a file: `usedBy` is the id of a post of the owner, or the owner's own id. */
const fileUses = described(
  { fileId: textId, usedBy: id },
  { key: ['fileId', 'usedBy'], indexes: { byFile: { of: ['fileId'], by: ['usedBy'] } } },
)

/** A request with an idempotency key that was carried out (`services/idempotency.ts`). */
const idempotencyKeys = described(
  {
    userId: id,
    key: pipe(textOf('idempotencyKey'), nonEmpty()),
    /** A hash of the call and its input. */
    request: storableText,
    /** The id of the row that the request has created, if it creates one. */
    resultId: id,
    usedAt: instant,
  },
  { key: ['userId', 'key'], indexes: { byUse: { of: [], by: ['usedAt', 'userId', 'key'] } } },
)

/** The notifications of users (`services/notifications.ts`). */
const notifications = described(
  {
    id,
    userId: id,
    kind: notificationKind,
    /** What it is about: the kind with the id of the post, and for likes and follows the day. */
    subject: textId,
    postId: noId,
    actorCount: count,
    /** The instant of the last act. */
    updatedAt: instant,
    /** Null before it was read, and again after another act. */
    readAt: noInstant,
  },
  {
    key: ['userId', 'subject'],
    indexes: {
      bySubject: { of: ['userId'], by: ['subject'] },
      byId: { of: ['id'], by: [], isUnique: true },
      byUser: { of: ['userId'], by: ['updatedAt', 'id'] },
      unread: { of: ['userId'], by: ['updatedAt', 'id'], where: [['readAt', '=', null]] },
      byPost: { of: ['postId'], by: ['id'], where: [['postId', '<>', null]] },
      byAge: { of: [], by: ['updatedAt', 'userId', 'subject'] },
    },
  },
)

/** A kind of notifications that a user does not want. */
const mutedKinds = described({ userId: id, kind: notificationKind }, { key: ['userId', 'kind'], indexes: {} })

/** A device of a user that gets notifications while Weft is closed (`services/pushSubscriptions.ts`). */
const pushSubscriptions = described(
  {
    userId: id,
    /** Where its push service takes messages. Anybody who knows this address can send them. */
    endpoint: textId,
    /** The keys of the device, by which messages are encrypted. */
    p256dh: textId,
    auth: textId,
    /** What the token of its session says: it ends with that token. */
    tokenVersion: count,
    keyId: storableText,
    expiresAt: instant,
    createdAt: instant,
  },
  {
    key: ['userId', 'endpoint'],
    indexes: {
      byEndpoint: { of: ['endpoint'], by: [], isUnique: true },
      byUser: { of: ['userId'], by: ['createdAt', 'endpoint'] },
      byExpiry: { of: [], by: ['expiresAt', 'userId', 'endpoint'] },
    },
  },
)

/** The number of posts with a tag. */
const tagCounts = described({ tag: storableText, postCount: count }, { key: ['tag'], indexes: {} })

/** An event of a committed change. One that a later version has written may have another topic and payload. */
const events = described(
  {
    /** Committed changes have the numbers 1, 2, 3 … in one order. */
    number: count,
    topic: string(),
    payload: unknown(),
    /** The ids of the users who may receive the event; null for everybody. */
    audience: nullable(array(string())),
    at: instant,
  },
  { key: ['number'], indexes: {} },
)

/** Single values: the token key, the push keys, the time of seeding, the lab's settings. */
const meta = described({ key: string(), value: custom<Json>(() => true) }, { key: ['key'], indexes: {} })

/** The bytes of files, by the id of their row. */
const blobs = described({ id: string(), bytes: custom<ArrayBuffer>(() => true) }, { key: ['id'], indexes: {} })

/** The tables. A row refers only to rows of earlier tables. Postgres has the last three in another form. */
export const tables = {
  users,
  posts,
  reactions,
  bookmarks,
  follows,
  files,
  fileUses,
  idempotencyKeys,
  notifications,
  mutedKinds,
  pushSubscriptions,
  tagCounts,
  events,
  meta,
  blobs,
}

type Described = typeof tables
export type AnyTable = keyof Described
type AllRows = { [Table in AnyTable]: InferOutput<Described[Table]['shape']> }
export type RowOf<Table extends AnyTable> = AllRows[Table]

/** The value of one column, or those of several. */
type Values<Row, Columns> = Columns extends readonly [infer One extends keyof Row]
  ? Row[One]
  : { -readonly [At in keyof Columns]: Columns[At] extends keyof Row ? Row[Columns[At]] : never }

/** The id of a row, or the values of the columns of its key. */
export type KeyOf<Table extends AnyTable> = Values<RowOf<Table>, Described[Table]['key']>

export type IndexName<Table extends AnyTable> = keyof Described[Table]['indexes'] & string

/** What the rows of a list have in common. */
export type ListOf<Table extends AnyTable, Name extends IndexName<Table>> = Described[Table]['indexes'][Name] extends {
  of: infer Columns
}
  ? Values<RowOf<Table>, Columns>
  : never

/** The place of a row in its list: the columns that it is sorted by. */
export type CursorOf<Table extends AnyTable, Name extends IndexName<Table>> = Name extends unknown
  ? Described[Table]['indexes'][Name] extends { by: readonly (infer Column extends keyof RowOf<Table>)[] }
    ? Pick<RowOf<Table>, Column>
    : never
  : never

/** The tables that have no calls but those of every table. */
export const plainTables = [
  'reactions',
  'bookmarks',
  'follows',
  'fileUses',
  'idempotencyKeys',
  'notifications',
  'mutedKinds',
  'pushSubscriptions',
] as const
export type PlainTable = (typeof plainTables)[number]

/** The plain tables whose rows belong to one user, whose id their key begins with. They are removed with the user. */
export const ownedTables = [
  'bookmarks',
  'idempotencyKeys',
  'notifications',
  'mutedKinds',
  'pushSubscriptions',
] as const satisfies PlainTable[]

/** Returns a value for each table, by its name. */
export function byTable<Name extends AnyTable, Value>(
  names: readonly Name[],
  of: (table: Name) => Value,
): Record<Name, Value>
// The type says what the names do.
export function byTable(names: readonly AnyTable[], of: (table: AnyTable) => unknown): unknown {
  return Object.fromEntries(names.map((name) => [name, of(name)]))
}

/** The names of all tables. */
export const allTables = namesOf(tables)

function namesOf<Name extends string>(named: Readonly<Record<Name, unknown>>): Name[]
function namesOf(named: object): string[] {
  return Object.keys(named)
}

/** The tables whose rows are counted, and part of snapshots. */
export const tableNames = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files', 'fileUses'] as const
export type TableName = (typeof tableNames)[number]

export function indexOf(table: AnyTable, name: string): Index {
  const indexes: Readonly<Record<string, Index>> = tables[table].indexes
  const index = indexes[name]
  if (!index) throw new RangeError(`${table} has no index ${name}`)
  return index
}

/** Whether a list is a range of the primary key, so that it needs no index. */
export function isInKeyOrder(table: AnyTable, { of, by, where }: Index): boolean {
  return !where && [...of, ...by].join() === tables[table].key.join()
}

/** Returns the values of some columns of a row. They are texts or numbers. */
export function valuesOf(row: object, columns: readonly string[]): (string | number)[] {
  const values = valuesIn(row)
  return columns.map((column) => partOf(values[column]))
}

/** Returns the values of a key, or those that the rows of a list have in common. */
export function partsOf(key: unknown = []): (string | number)[] {
  const parts: unknown[] = Array.isArray(key) ? key : [key]
  return parts.map(partOf)
}

function valuesIn(row: object): Readonly<Record<string, unknown>> {
  return { ...row }
}

function partOf(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value)
}

/** Returns the columns of a row that refer to others, with the table and the id that each refers to. */
export function referencesOf(table: AnyTable, row: object): [column: string, table: 'users' | 'posts', id: string][] {
  const description = tables[table]
  const references = 'references' in description ? Object.entries(description.references) : []
  const values = valuesIn(row)
  return references.flatMap(([column, target]) => {
    const referred = values[column]
    return typeof referred !== 'string' || referred === NOBODY ? [] : [[column, target, referred]]
  })
}

/** Returns what identifies a row in its table. */
export function keyOf(table: AnyTable, row: object): (string | number)[] {
  return valuesOf(row, tables[table].key)
}

/** Returns a row that was stored before it had all columns. */
export function withDefaults(table: AnyTable, row: object): object {
  const description = tables[table]
  return { ...('defaults' in description && description.defaults), ...row }
}

/** Returns the place of a row in a list. */
export function cursorOf<Table extends AnyTable, Name extends IndexName<Table>>(
  table: Table,
  index: Name,
  row: RowOf<Table>,
): CursorOf<Table, Name>
// The type says what the description does.
export function cursorOf(table: AnyTable, index: string, row: object): unknown {
  const values = valuesIn(row)
  return Object.fromEntries(indexOf(table, index).by.map((column) => [column, values[column]]))
}

/** Whether the lists of an index have this row. */
export function isListed({ where = [] }: Index, row: object): boolean {
  const values = valuesIn(row)
  return where.every(([column, operator, value]) => (values[column] === value) === (operator === '='))
}
