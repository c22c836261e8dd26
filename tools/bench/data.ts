import { createIds } from '../../resolvers/lib/ids.ts'
import { emptyProfile, newPost, noMedia } from '../../resolvers/store/rows.ts'
import type { FollowRow, PostRow, ReactionRow, UserRow } from '../../resolvers/store/rows.ts'
import type { RowOf } from '../../resolvers/store/tables.ts'
import type { Session } from '../../resolvers/services/auth.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** The account that the benchmarks sign in with. */
export const reader = { username: 'reader', password: 'sesame' }

/** With few posts there are as few users as in the seed, the reader included. */
const userCountFor = (postCount: number) => (postCount < 1000 ? 5 : 1000)
/** These write half of all posts. */
const PROLIFIC = 10
const MAX_FOLLOWED = 100

/** The rows that a benchmark adds to those of the reader. */
export interface BenchData {
  users: UserRow[]
  posts: PostRow[]
  reactions: ReactionRow[]
  follows: FollowRow[]
}

/** Creates rows of this many posts. The reader follows up to 100 of 1,000 users. A post has no like, one or two. */
export function benchData(postCount: number, readerId: string): BenchData {
  const ids = createIds(Date.now)
  const userCount = userCountFor(postCount)
  const followed = Math.min(MAX_FOLLOWED, userCount - 2)
  const users = Array.from({ length: userCount }, (_, index) => userRow(ids(), index))
  const userId = (index: number) => users[index % userCount]?.id ?? ''
  const posts = Array.from({ length: postCount }, (_, index) =>
    postRow(ids(), userId(index % 2 === 0 ? (index / 2) % PROLIFIC : index), index),
  )
  const postCounts = new Map<string, number>()
  for (const { authorId } of posts) postCounts.set(authorId, (postCounts.get(authorId) ?? 0) + 1)
  for (const [index, user] of users.entries()) {
    user.postCount = postCounts.get(user.id) ?? 0
    user.followerCount = index < followed ? 1 : 0
  }
  return {
    users,
    posts,
    reactions: posts.flatMap(({ id: postId, likeCount }, index) =>
      Array.from({ length: likeCount }, (_, like): ReactionRow => ({
        id: ids(),
        postId,
        userId: userId(index + like + 1),
        kind: 'like',
      })),
    ),
    follows: users
      .slice(0, followed)
      .map(({ id: followeeId }): FollowRow => ({ id: ids(), followerId: readerId, followeeId })),
  }
}

/** Writes the rows into a store that has the reader. Returns them. */
export async function fillStore(store: AdministeredStore, postCount: number, { user }: Session): Promise<BenchData> {
  const data = benchData(postCount, user.id)
  const insert = async <Table extends keyof BenchData>(table: Table, rows: readonly RowOf<Table>[]) => {
    for (const batch of batchesOf(rows))
      await store.admin.transaction((tx) => tx.insertMany(table, batch), { durability: 'relaxed' })
  }
  await insert('users', data.users)
  await insert('posts', data.posts)
  await insert('reactions', data.reactions)
  await insert('follows', data.follows)
  await store.transaction((tx) => tx.users.patch(user.id, { add: { followingCount: data.follows.length } }))
  return data
}

/** Groups rows for transactions: one of all rows would need a lot of memory. */
function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += 5000) yield rows.slice(start, start + 5000)
}

function userRow(id: string, index: number): UserRow {
  return {
    id,
    username: `user${index}`,
    firstName: `Anna${index}`,
    lastName: 'Weaver',
    email: '',
    // Nobody signs in as this user.
    passwordHash: '',
    ...emptyProfile,
    createdAt: 0,
    updatedAt: 0,
    postCount: 0,
    followerCount: 0,
    followingCount: 0,
    extra: {},
    tokenVersion: 0,
    state: 'active',
    role: 'member',
  }
}

function postRow(id: string, authorId: string, index: number): PostRow {
  return {
    ...newPost,
    ...noMedia,
    id,
    authorId,
    content: `Post number ${index}`,
    createdAt: 0,
    updatedAt: 0,
    likeCount: index % 3,
  }
}
