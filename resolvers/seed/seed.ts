import { DAY_MS, HOUR_MS } from '../lib/dates.ts'
import { createIds } from '../lib/ids.ts'
import type { Tables } from '../store/port.ts'
import { emptyProfile, newPost, noMedia } from '../store/rows.ts'
import { demoPasswordHash, seedUsers } from './seedUsers.ts'
import { mediaWith } from './pictures.ts'
import { seedPosts } from './seedPosts.ts'

export { demoPasswordHash, seedUsers }

/** The age of the sample accounts when the store is seeded. */
const ACCOUNT_AGE_MS = 30 * DAY_MS

/**
 * Writes the sample users and posts with dates relative to `now`. `knownIds` maps usernames to ids: a user that it
 * contains gets that id, any other a new one.
 */
export async function writeSeed(
  tx: Tables,
  now: number,
  { knownIds = new Map(), tokenVersion = 0 }: Partial<FormerUsers> = {},
): Promise<void> {
  const idOf = await writeUsers(tx, now, { knownIds, tokenVersion })
  await writePosts(tx, now, idOf)
}

/** What the sample users take over from the data that the seed replaces. */
interface FormerUsers {
  knownIds: ReadonlyMap<string, string>
  tokenVersion: number
}

type IdOf = (username: string) => string

async function writeUsers(tx: Tables, now: number, { knownIds, tokenVersion }: FormerUsers): Promise<IdOf> {
  const joinedAt = now - ACCOUNT_AGE_MS
  const nextId = createIds(() => joinedAt)
  const ids = new Map(seedUsers.map(({ username }) => [username, knownIds.get(username) ?? nextId()]))
  const idOf: IdOf = (username) => {
    const id = ids.get(username)
    if (id === undefined) throw new Error(`The seed has no user ${username}.`)
    return id
  }
  for (const { follows, ...user } of seedUsers) {
    await tx.users.insert({
      ...emptyProfile,
      ...user,
      id: idOf(user.username),
      email: `${user.username}@weft.example`,
      passwordHash: demoPasswordHash,
      createdAt: joinedAt,
      updatedAt: joinedAt,
      postCount: seedPosts.filter(({ author }) => author === user.username).length,
      followerCount: seedUsers.filter((other) => other.follows.includes(user.username)).length,
      followingCount: follows.length,
      extra: {},
      tokenVersion,
      state: 'active',
      role: 'member',
    })
    for (const followee of follows) {
      await tx.follows.insertIfNew({ id: nextId(), followerId: idOf(user.username), followeeId: idOf(followee) })
    }
  }
  return idOf
}

async function writePosts(tx: Tables, now: number, idOf: IdOf): Promise<void> {
  for (const { author, hoursAgo, picture, ...post } of seedPosts) {
    const createdAt = now - hoursAgo * HOUR_MS
    await tx.posts.insert({
      ...newPost,
      ...post,
      id: createIds(() => createdAt)(),
      authorId: idOf(author),
      ...(picture ? mediaWith(picture) : noMedia),
      createdAt,
      updatedAt: createdAt,
    })
  }
}
