import { idAt } from '../../lib/ids.ts'
import type { Tables } from '../../store/port.ts'
import type { FollowRow } from '../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { instantAfter, type Generation, type Person } from './population.ts'
import type { Random } from './random.ts'
import { distribute, sampleDistinct, weightedSampler } from './weightedSampler.ts'

/**
 * Most follows lead to users who joined at about the same time, so that a batch changes the follower counts of few
 * users; the others lead to popular users.
 */
const COHORT_SIZE = 150
const COHORT_SHARE = 0.65

/** Adds follows and updates the counts at both ends. */
export async function addFollows(
  generation: Generation,
  population: readonly Person[],
  count: number,
  random: Random,
): Promise<void> {
  let left = count
  for (const batch of batchesOf(followsOf(population, count, generation.now, random), () => 1)) {
    await generation.transaction((tx) => putFollows(tx, batch))
    generation.advance('follows', batch.length)
    left -= batch.length
  }
  generation.advance('follows', left)
}

/** Follower by follower, so that a transaction writes few users, each once. */
function* followsOf(
  population: readonly Person[],
  count: number,
  now: number,
  random: Random,
): Generator<FollowRow, void> {
  const samplePerson = weightedSampler(population, ({ activityWeight }) => activityWeight, random)
  const counts = distribute(count, samplePerson)
  const popularUser = weightedSampler(population, ({ popularity }) => popularity ** 1.5, random)
  for (let start = 0; start < population.length; start += COHORT_SIZE) {
    const cohort = population.slice(start, start + COHORT_SIZE)
    const cohortUser = weightedSampler(cohort, ({ popularity }) => popularity, random)
    const sample = () => (random() < COHORT_SHARE ? cohortUser() : popularUser())
    for (const follower of cohort) {
      for (const followee of sampleDistinct(counts.get(follower) ?? 0, sample)) {
        if (followee === follower) continue
        const id = idAt(instantAfter(random, now, follower.joinedAt, followee.joinedAt), random)
        yield { id, followerId: follower.id, followeeId: followee.id }
      }
    }
  }
}

/** The app may have changed follows since the last batch: existing follows and all counts are read here. */
async function putFollows(tx: Tables, follows: readonly FollowRow[]): Promise<void> {
  const ids = new Set(follows.flatMap(({ followerId, followeeId }) => [followerId, followeeId]))
  const known = await tx.follows.byFollowers(follows.map(({ followerId }) => followerId))
  const knownPairs = new Set(known.map(pairOf))
  const rows = await tx.users.getMany([...ids])
  const users = new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])))
  for (const follow of follows) {
    const [follower, followee] = [users.get(follow.followerId), users.get(follow.followeeId)]
    if (!follower || !followee || knownPairs.has(pairOf(follow))) continue
    follower.followingCount += 1
    followee.followerCount += 1
    void tx.follows.put(follow)
  }
  for (const user of users.values()) void tx.users.put(user)
}

function pairOf({ followerId, followeeId }: FollowRow): string {
  return `${followerId} ${followeeId}`
}
