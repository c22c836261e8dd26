import { idAt } from '../../lib/ids.ts'
import type { Tables } from '../../store/port.ts'
import type { BookmarkRow } from '../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { instantAfter, type Generation, type Person } from './population.ts'
import type { NewPost } from './posts.ts'
import type { Random } from './random.ts'
import { distribute, sampleDistinct, weightedSampler } from './weightedSampler.ts'

/** A bookmark costs its own row and a read of its post. */
const COST = 2

/** Adds bookmarks of the new posts, most of them of posts with many likes. */
export async function addBookmarks(
  generation: Generation,
  population: readonly Person[],
  posts: readonly NewPost[],
  count: number,
  random: Random,
): Promise<void> {
  let left = count
  for (const batch of batchesOf(bookmarksOf(population, posts, count, generation.now, random), () => COST)) {
    await generation.transaction((tx) => putBookmarks(tx, batch))
    generation.advance('bookmarks', batch.length)
    left -= batch.length
  }
  generation.advance('bookmarks', left)
}

function* bookmarksOf(
  population: readonly Person[],
  posts: readonly NewPost[],
  count: number,
  now: number,
  random: Random,
): Generator<BookmarkRow, void> {
  const samplePerson = weightedSampler(population, ({ activityWeight }) => activityWeight, random)
  const counts = distribute(count, samplePerson)
  const samplePost = weightedSampler(posts, ({ likeCount }) => likeCount + 0.2, random)
  for (const person of population) {
    for (const post of sampleDistinct(counts.get(person) ?? 0, samplePost)) {
      const id = idAt(instantAfter(random, now, person.joinedAt, post.postedAt), random)
      yield { id, userId: person.id, postId: post.id }
    }
  }
}

/** The app may have deleted or bookmarked a post since it was generated. */
async function putBookmarks(tx: Tables, bookmarks: readonly BookmarkRow[]): Promise<void> {
  const posts = await tx.posts.getMany(bookmarks.map(({ postId }) => postId))
  const userIds = [...new Set(bookmarks.map(({ userId }) => userId))]
  const known = await Promise.all(userIds.map((id) => tx.bookmarks.allOfUser(id)))
  const knownPairs = new Set(known.flat().map(pairOf))
  for (const [at, bookmark] of bookmarks.entries()) {
    if (posts[at] && !knownPairs.has(pairOf(bookmark))) void tx.bookmarks.put(bookmark)
  }
}

function pairOf({ userId, postId }: BookmarkRow): string {
  return `${userId} ${postId}`
}
