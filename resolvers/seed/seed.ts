import { createIds, dayOf } from '../lib/clock.ts'
import type { Tables } from '../store/port.ts'
import { demoPasswordHash, members } from './users.ts'
import { posts } from './posts.ts'

export { demoPasswordHash, members }

const hour = 60 * 60 * 1000
const joinedHoursAgo = 30 * 24

/** Writes the sample members and posts, as of this instant. Those whose username is in `knownIds` get that id. */
export async function putSamples(
  tx: Tables,
  now: number,
  knownIds: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const idOf = await putMembers(tx, now, knownIds)
  await putPosts(tx, now, idOf)
}

type IdOf = (username: string) => string

async function putMembers(tx: Tables, now: number, knownIds: ReadonlyMap<string, string>): Promise<IdOf> {
  const joinedAt = now - joinedHoursAgo * hour
  const nextId = createIds(() => joinedAt)
  const ids = new Map(members.map(({ username }) => [username, knownIds.get(username) ?? nextId()]))
  const idOf: IdOf = (username) => {
    const id = ids.get(username)
    if (id === undefined) throw new Error(`The seed has no member ${username}.`)
    return id
  }
  for (const { follows, ...member } of members) {
    await tx.users.put({
      ...member,
      id: idOf(member.username),
      email: `${member.username}@weft.example`,
      passwordHash: demoPasswordHash,
      createdAt: dayOf(joinedAt),
      updatedAt: dayOf(joinedAt),
      postCount: posts.filter(({ author }) => author === member.username).length,
      followerCount: members.filter((other) => other.follows.includes(member.username)).length,
      followingCount: follows.length,
      extra: {},
    })
    for (const followee of follows) {
      await tx.follows.put({ id: nextId(), followerId: idOf(member.username), followeeId: idOf(followee) })
    }
  }
  return idOf
}

async function putPosts(tx: Tables, now: number, idOf: IdOf): Promise<void> {
  for (const { author, hoursAgo, ...post } of posts) {
    const postedAt = now - hoursAgo * hour
    await tx.posts.put({
      ...post,
      id: createIds(() => postedAt)(),
      authorId: idOf(author),
      mediaType: post.mediaUrl && 'image',
      postedAt,
      createdAt: dayOf(postedAt),
      updatedAt: dayOf(postedAt),
    })
  }
}
