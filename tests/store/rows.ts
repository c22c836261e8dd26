import type { Page, PageRequest, Position, Store, Tables } from '../../resolvers/store/port.ts'
import type { BookmarkRow, FileRow, FollowRow, PostRow, ReactionRow, UserRow } from '../../resolvers/store/rows.ts'

/** An id that sorts like its number. */
export const id = (number: number): string => `id-${String(number).padStart(6, '0')}`

/** The hash of no password that a test uses. */
const passwordHash = `pbkdf2-sha256:1:c2FsdA:${'A'.repeat(43)}`

export const userRow = (number: number, changes: Partial<UserRow> = {}): UserRow => ({
  id: id(number),
  username: `user${number}`,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: '',
  passwordHash,
  bio: '',
  portfolioUrl: '',
  avatarUrl: '',
  createdAt: '2026-01-01',
  updatedAt: '2026-01-01',
  postCount: 0,
  followerCount: 0,
  followingCount: 0,
  extra: {},
  ...changes,
})

export const postRow = (number: number, changes: Partial<PostRow> = {}): PostRow => ({
  id: id(number),
  authorId: id(1),
  content: '',
  mediaUrl: '',
  mediaType: '',
  postedAt: number,
  createdAt: '2026-01-01',
  updatedAt: '2026-01-01',
  likeCount: 0,
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

export const fileRow = (number: number, ownerId: string, usedBy: string[] = []): FileRow => ({
  id: id(number),
  ownerId,
  usedBy,
  type: 'image/png',
  addedAt: number,
  content: pngBytes(`file ${number}`),
})

/** Returns the content of a file as text. */
export const contentOf = (row: FileRow | undefined): Promise<string> => new Blob(row ? [row.content] : []).text()

/** Applies changes in order, in one transaction. */
export const applyChanges = (store: Store, ...changes: ((tx: Tables) => Promise<void>)[]): Promise<void> =>
  store.transaction(async (tx) => {
    for (const apply of changes) await apply(tx)
  })

export const putUsers = (store: Store, ...rows: UserRow[]): Promise<void> =>
  applyChanges(store, ...rows.map((row) => (tx: Tables) => tx.users.put(row)))

export const putPosts = (store: Store, ...rows: PostRow[]): Promise<void> =>
  applyChanges(store, ...rows.map((row) => (tx: Tables) => tx.posts.put(row)))

export const idsOf = (page: Page<{ id: string }>): string[] => page.map(({ row }) => row.id)

/** Reads a list to its end, `limit` rows at a time. Calls `between` after each page. */
export async function readToEnd<Row>(
  read: (request: PageRequest) => Promise<Page<Row>>,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<Row[]> {
  const rows: Row[] = []
  let after: Position | undefined
  for (;;) {
    const page = await read({ after, limit })
    rows.push(...page.map(({ row }) => row))
    if (page.length < limit) return rows
    after = page.at(-1)?.position
    await between()
  }
}
