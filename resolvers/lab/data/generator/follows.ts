import { idAt } from '../../../lib/ids.ts'
import type { Tables } from '../../../store/port.ts'
import type { FollowRow } from '../../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { since, type Member } from './population.ts'
import type { Growth } from './generate.ts'
import { deal, differentOf, lottery } from './weightedSampler.ts'
import type { Random } from './random.ts'

/** Most follow those who have joined when they did, so that a batch counts the followers of few; else, it is stars. */
const circleSize = 150
const inCircle = 0.65

/** Follows, with the counts at both ends. */
export async function addFollows(
  growth: Growth,
  crowd: readonly Member[],
  count: number,
  random: Random,
): Promise<void> {
  let left = count
  for (const batch of batchesOf(followsOf(crowd, count, growth.now, random), () => 1)) {
    await growth.change((tx) => putFollows(tx, batch))
    growth.advance('follows', batch.length)
    left -= batch.length
  }
  growth.advance('follows', left)
}

/** One follower after the other: so a transaction writes few of them, and each once. */
function* followsOf(crowd: readonly Member[], count: number, now: number, random: Random): Generator<FollowRow, void> {
  const counts = deal(
    count,
    lottery(crowd, ({ activity }) => activity, random),
  )
  const drawStar = lottery(crowd, ({ popularity }) => popularity ** 1.5, random)
  for (let start = 0; start < crowd.length; start += circleSize) {
    const circle = crowd.slice(start, start + circleSize)
    const drawNear = lottery(circle, ({ popularity }) => popularity, random)
    const draw = () => (random() < inCircle ? drawNear() : drawStar())
    for (const follower of circle) {
      for (const followee of differentOf(counts.get(follower) ?? 0, draw)) {
        if (followee === follower) continue
        const id = idAt(since(random, now, follower.joinedAt, followee.joinedAt), random)
        yield { id, followerId: follower.id, followeeId: followee.id }
      }
    }
  }
}

/** Members follow each other meanwhile: who is followed already, and all counts, are read here. */
async function putFollows(tx: Tables, follows: readonly FollowRow[]): Promise<void> {
  const ids = new Set(follows.flatMap(({ followerId, followeeId }) => [followerId, followeeId]))
  const known = await tx.follows.byFollowers(follows.map(({ followerId }) => followerId))
  const knownPairs = new Set(known.map(pairOf))
  const rows = await tx.users.getMany([...ids])
  const members = new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])))
  for (const follow of follows) {
    const [follower, followee] = [members.get(follow.followerId), members.get(follow.followeeId)]
    if (!follower || !followee || knownPairs.has(pairOf(follow))) continue
    follower.followingCount += 1
    followee.followerCount += 1
    void tx.follows.put(follow)
  }
  for (const member of members.values()) void tx.users.put(member)
}

function pairOf({ followerId, followeeId }: FollowRow): string {
  return `${followerId} ${followeeId}`
}
