import type { BookmarkRow, FileRow, FollowRow, PostRow, ReactionRow, UserRow } from '../../rows.ts'
import { DamagedError } from './damaged.ts'
import { checkLayout } from './layout.ts'
import { STORE_NAMES } from '../schema.ts'
import type { Database, StoreName } from '../schema.ts'

/**
 * Throws a `DamagedError` where the database is not what its version promises: its layout, or the first record of an object store. One
 * record each, for this stands before every first call; a fault further in is answered with 500 when it is met.
 */
export async function checkHealth(db: Database): Promise<void> {
  const tx = db.transaction(STORE_NAMES, 'readonly')
  tx.done.catch(() => {})
  checkLayout((name) => tx.objectStore(name))
  await Promise.all(
    STORE_NAMES.map(async (name) => {
      const records: unknown[] = await tx.objectStore(name).getAll(undefined, 1)
      const isSound = checks[name]
      if (isSound && !records.every(isSound)) throw new DamagedError(`A record of ${name} is not as it should be.`)
    }),
  )
}

type Kind<Value> = Value extends string ? 'string' : Value extends number ? 'number' : 'object'
type Shape<Row> = { readonly [Field in keyof Row]: Kind<Row[Field]> }
type Check = (record: unknown) => boolean

const user: Shape<UserRow> = {
  id: 'string',
  username: 'string',
  firstName: 'string',
  lastName: 'string',
  email: 'string',
  passwordHash: 'string',
  bio: 'string',
  portfolioUrl: 'string',
  avatarUrl: 'string',
  createdAt: 'string',
  updatedAt: 'string',
  postCount: 'number',
  followerCount: 'number',
  followingCount: 'number',
  extra: 'object',
}
const post: Shape<PostRow> = {
  id: 'string',
  authorId: 'string',
  content: 'string',
  mediaUrl: 'string',
  mediaType: 'string',
  postedAt: 'number',
  createdAt: 'string',
  updatedAt: 'string',
  likeCount: 'number',
}
const reaction: Shape<ReactionRow> = { id: 'string', postId: 'string', userId: 'string', kind: 'string' }
const bookmark: Shape<BookmarkRow> = { id: 'string', userId: 'string', postId: 'string' }
const follow: Shape<FollowRow> = { id: 'string', followerId: 'string', followeeId: 'string' }
const file: Shape<FileRow> = {
  id: 'string',
  ownerId: 'string',
  usedBy: 'object',
  type: 'string',
  addedAt: 'number',
  content: 'object',
}

/** An object store without a check has only to be readable. */
const checks: { readonly [Name in StoreName]?: Check } = {
  users: (record) => isObject(record) && 'row' in record && has(user)(record.row),
  posts: has(post),
  reactions: has(reaction),
  bookmarks: has(bookmark),
  follows: has(follow),
  files: has(file),
}

function has(shape: Readonly<Record<string, string>>): Check {
  const fields = Object.entries(shape)
  return (row) => isObject(row) && fields.every(([field, kind]) => typeof Reflect.get(row, field) === kind)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
