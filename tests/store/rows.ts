import type { Page, PageRequest, Tables } from '../../resolvers/store/port.ts'
import { emptyProfile, newPost, noMedia } from '../../resolvers/store/rows.ts'
import type {
  BookmarkRow,
  FileRow,
  FollowRow,
  IdempotencyKeyRow,
  PostRow,
  ReactionRow,
  UserRow,
} from '../../resolvers/store/rows.ts'
import type { AdministeredStore, Counts } from '../../resolvers/store/administration.ts'

/** An id that sorts like its number. */
export const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** The hash of no password that a test uses. */
const passwordHash = `pbkdf2-sha256:1:c2FsdA:${'A'.repeat(43)}`

export const userRow = (number: number, changes: Partial<UserRow> = {}): UserRow => ({
  id: id(number),
  username: `user${number}`,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: '',
  passwordHash,
  ...emptyProfile,
  createdAt: number,
  updatedAt: number,
  postCount: 0,
  followerCount: 0,
  followingCount: 0,
  extra: {},
  tokenVersion: 0,
  state: 'active',
  role: 'member',
  ...changes,
})

export const postRow = (number: number, changes: Partial<PostRow> = {}): PostRow => ({
  ...newPost,
  ...noMedia,
  id: id(number),
  authorId: id(1),
  content: '',
  createdAt: number,
  updatedAt: number,
  ...changes,
})

export const reactionRow = (number: number, postId: string, userId: string, kind: 'like' | 'dislike'): ReactionRow => ({
  id: id(number),
  postId,
  userId,
  kind,
})

export const bookmarkRow = (number: number, userId: string, postId: string): BookmarkRow => ({
  id: id(number),
  userId,
  postId,
})

export const followRow = (number: number, followerId: string, followeeId: string): FollowRow => ({
  id: id(number),
  followerId,
  followeeId,
})

/** The first bytes of a PNG, and a text. */
export function pngBytes(text: string): ArrayBuffer {
  const bytes = new TextEncoder().encode(`?PNG\r\n\x1a\n${text}`)
  bytes[0] = 0x89
  return bytes.buffer
}

export const fileRow = (number: number, ownerId: string, changes: Partial<FileRow> = {}): FileRow => ({
  id: id(number),
  ownerId,
  type: 'image/png',
  size: pngBytes(`file ${number}`).byteLength,
  addedAt: number,
  ...changes,
})

export const idempotencyKeyRow = (
  user: number,
  key: number,
  changes: Partial<IdempotencyKeyRow> = {},
): IdempotencyKeyRow => ({
  userId: id(user),
  key: `key ${key}`,
  request: 'hash',
  resultId: id(key),
  usedAt: key,
  ...changes,
})

/** Adds a file with its bytes, and records that posts or users show it. */
export async function addFile(
  store: AdministeredStore,
  row: FileRow,
  usedBy: string[] = [],
  bytes = pngBytes(`file ${Number(row.id.slice(-6))}`),
): Promise<void> {
  await store.blobs.put(row.id, [new Uint8Array(bytes)])
  await applyChanges(
    store,
    (tx) => tx.files.insert({ ...row, size: bytes.byteLength }),
    ...usedBy.map((user) => (tx: Tables) => tx.fileUses.insertIfNew({ fileId: row.id, usedBy: user })),
  )
}

/** Applies changes in order, in one transaction. Returns their results. */
export const applyChanges = (
  store: AdministeredStore,
  ...changes: ((tx: Tables) => Promise<unknown>)[]
): Promise<unknown[]> =>
  store.transaction(async (tx) => {
    const results: unknown[] = []
    for (const apply of changes) results.push(await apply(tx))
    return results
  })

export const insertUsers = (store: AdministeredStore, ...rows: UserRow[]): Promise<unknown> =>
  applyChanges(store, ...rows.map((row) => (tx: Tables) => tx.users.insert(row)))

export const insertPosts = (store: AdministeredStore, ...rows: PostRow[]): Promise<unknown> =>
  applyChanges(store, ...rows.map((row) => (tx: Tables) => tx.posts.insert(row)))

/** Deletes a post, which its author can restore. */
export const deletePost = (tx: Tables, postId: string, deletedAt = 1): Promise<PostRow | undefined> =>
  tx.posts.patch(postId, { set: { state: 'deleted', deletedAt } })

/** Undoes `deletePost`. */
export const restorePost = (tx: Tables, postId: string): Promise<PostRow | undefined> =>
  tx.posts.patch(postId, { set: { state: 'shown', deletedAt: null } })

export const emptyCounts: Counts = {
  users: 0,
  posts: 0,
  reactions: 0,
  bookmarks: 0,
  follows: 0,
  files: 0,
  fileUses: 0,
}

/** Counts the rows of each table. */
export const countRows = (store: AdministeredStore): Promise<Counts> => store.admin.read((tx) => tx.count())

export const idsOf = (page: Page<{ id: string }, unknown>): string[] => page.map(({ row }) => row.id)

/** Returns the page of the only list that was read. */
export const onlyPage = <Row, Cursor>([page = []]: Page<Row, Cursor>[]): Page<Row, Cursor> => page

/** Reads a list to its end, `limit` rows at a time. Calls `between` after each page. */
export async function readToEnd<Row, Cursor>(
  read: (request: PageRequest<Cursor>) => Promise<Page<Row, Cursor>>,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<Row[]> {
  const rows: Row[] = []
  let after: Cursor | undefined
  for (;;) {
    const page = await read({ after, limit })
    rows.push(...page.map(({ row }) => row))
    if (page.length < limit) return rows
    after = page.at(-1)?.cursor
    await between()
  }
}
