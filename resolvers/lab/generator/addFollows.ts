import { idAt } from '../../lib/ids.ts'
import type { AdminWriter } from '../../store/administration.ts'
import type { FollowRow } from '../../store/rows.ts'
import { batchesOf, writeBatches } from './batches.ts'
import { instantAfter, type GeneratorRun, type PopulationUser } from './population.ts'
import type { Random } from './random.ts'
import { distribute, sampleDistinct, weightedSampler } from './weightedSampler.ts'

/**
 * Users follow mostly other users who joined at about the same time (`COHORT_SHARE`), so that a batch changes the
 * follower counts of few users. The other follows go to popular users.
 */
export const COHORT_SIZE = 150
export const COHORT_SHARE = 0.65

/** Applied to the popularity of users outside the cohort: the larger, the more follows go to the most popular. */
export const POPULARITY_EXPONENT = 1.5

/** Adds follows and updates the counts at both ends. */
export async function addFollows(
  run: GeneratorRun,
  population: readonly PopulationUser[],
  count: number,
  random: Random,
): Promise<void> {
  const batches = batchesOf(followsOf(population, count, run.now, random), () => 1)
  await writeBatches(run, 'follows', count, batches, insertFollows)
}

/** Yields follows grouped by follower, so that a transaction writes few users, each once. */
function* followsOf(
  population: readonly PopulationUser[],
  count: number,
  now: number,
  random: Random,
): Generator<FollowRow, void> {
  const sampleUser = weightedSampler(population, ({ activityWeight }) => activityWeight, random)
  const counts = distribute(count, sampleUser)
  const popularUser = weightedSampler(population, ({ popularity }) => popularity ** POPULARITY_EXPONENT, random)
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

/** Skips follows that were added in the app since the last batch, and users who are gone. */
async function insertFollows(tx: AdminWriter, follows: readonly FollowRow[]): Promise<void> {
  const ids = [...new Set(follows.flatMap(({ followerId, followeeId }) => [followerId, followeeId]))]
  const rows = await tx.users.getMany(ids)
  const existingIds = new Set(rows.map((row) => row?.id))
  const existing = await tx.follows.getMany(follows.map(({ followerId, followeeId }) => [followerId, followeeId]))
  const added = follows.filter(
    ({ followerId, followeeId }, index) =>
      existingIds.has(followerId) && existingIds.has(followeeId) && !existing[index],
  )
  await tx.insertMany('follows', added)
  await Promise.all(
    ids.map((id) => {
      const followerCount = added.filter(({ followeeId }) => followeeId === id).length
      const followingCount = added.filter(({ followerId }) => followerId === id).length
      return tx.users.patch(id, { add: { followerCount, followingCount } })
    }),
  )
}
