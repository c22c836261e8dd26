import { idAt } from '../../lib/ids.ts'
import type { AdminWriter } from '../../store/administration.ts'
import type { BookmarkRow } from '../../store/rows.ts'
import { batchesOf, writeBatches } from './batches.ts'
import { existingIds, instantAfter, type GeneratorRun, type PopulationUser } from './population.ts'
import type { NewPost } from './addPosts.ts'
import type { Random } from './random.ts'
import { distribute, sampleDistinct, weightedSampler } from './weightedSampler.ts'

/** The cost of a bookmark: its row, and a read of its post. */
const COST = 2

/** Adds bookmarks of the new posts. Posts with many likes get most of them. */
export async function addBookmarks(
  run: GeneratorRun,
  population: readonly PopulationUser[],
  posts: readonly NewPost[],
  count: number,
  random: Random,
): Promise<void> {
  const batches = batchesOf(bookmarksOf(population, posts, count, run.now, random), () => COST)
  await writeBatches(run, 'bookmarks', count, batches, insertBookmarks)
}

function* bookmarksOf(
  population: readonly PopulationUser[],
  posts: readonly NewPost[],
  count: number,
  now: number,
  random: Random,
): Generator<BookmarkRow, void> {
  const sampleUser = weightedSampler(population, ({ activityWeight }) => activityWeight, random)
  const counts = distribute(count, sampleUser)
  const samplePost = weightedSampler(posts, ({ likeCount }) => likeCount + 0.2, random)
  for (const user of population) {
    for (const post of sampleDistinct(counts.get(user) ?? 0, samplePost)) {
      const id = idAt(instantAfter(random, now, user.joinedAt, post.createdAt), random)
      yield { id, userId: user.id, postId: post.id }
    }
  }
}

/** Skips users and posts that were deleted, and posts that were bookmarked, in the app since they were generated. */
async function insertBookmarks(tx: AdminWriter, bookmarks: readonly BookmarkRow[]): Promise<void> {
  const posts = await tx.posts.getMany(bookmarks.map(({ postId }) => postId))
  const userIds = await existingIds(
    tx,
    bookmarks.map(({ userId }) => userId),
  )
  const existing = await tx.bookmarks.getMany(bookmarks.map(({ userId, postId }) => [userId, postId]))
  await tx.insertMany(
    'bookmarks',
    bookmarks.filter(({ userId }, index) => posts[index]?.state === 'shown' && userIds.has(userId) && !existing[index]),
  )
}
