import { createAdvance, type Job } from '../../snapshot/job.ts'
import { loadSeed } from '../tasks.ts'
import { addBookmarks } from './addBookmarks.ts'
import { addFollows } from './addFollows.ts'
import { readPopulation, type GeneratorRun } from './population.ts'
import { addPosts } from './addPosts.ts'
import { addReplies } from './addReplies.ts'
import { createRandom } from './random.ts'
import { addUsers } from './addUsers.ts'

interface Totals {
  users: number
  posts: number
}

const MAX_TOTALS: Totals = { users: 100_000, posts: 1_000_000 }

/** The number of samples for each new post or user. Duplicates are dropped. */
export const LIKES_PER_POST = 3
export const BOOKMARKS_PER_POST = 0.2
export const FOLLOWS_PER_USER = 12
/** The share of the new posts that are replies. */
const REPLY_SHARE = 0.15

/**
 * Adds users and posts up to these totals, with likes, replies, follows and bookmarks. Replies are posts. The same
 * data, totals and seed at the same instant give the same rows. Throws `RangeError` for numbers out of range.
 */
export async function generate(job: Job, { users, posts, seed }: Totals & { seed: number }): Promise<void> {
  checkTotal('users', users, MAX_TOTALS.users)
  checkTotal('posts', posts, MAX_TOTALS.posts)
  if (!Number.isSafeInteger(seed)) throw new RangeError('The seed must be a whole number.')
  const counts = await job.store.admin.read((tx) => tx.count())
  const missing = { users: Math.max(0, users - counts.users), posts: Math.max(0, posts - counts.posts) }
  if (missing.posts > 0 && counts.users + missing.users === 0)
    throw new RangeError('There are no users to write posts.')

  const replies = Math.floor(missing.posts * REPLY_SHARE)
  const likes = missing.posts * LIKES_PER_POST
  const follows = missing.users * FOLLOWS_PER_USER
  const bookmarks = Math.round(missing.posts * BOOKMARKS_PER_POST)
  const run: GeneratorRun = {
    ...job,
    seedData: await loadSeed(),
    // Rows that are lost in a power cut can be generated again.
    transaction: (work) => job.transaction(work, { durability: 'relaxed' }),
    advance: createAdvance(job, missing.users + missing.posts + likes + follows + bookmarks),
  }
  // The counts are part of the seed. Otherwise, a second run with the same seed would generate the same users again.
  const random = (phase: number) => createRandom(seed, phase, ...Object.values(counts))

  await addUsers(run, missing.users, random(1))
  const population = await readPopulation(run, random(2))
  const newPosts = await addPosts(run, population, { posts: missing.posts - replies, likes }, random(3))
  await addReplies(run, population, newPosts, replies, random(6))
  await addFollows(run, population, follows, random(4))
  await addBookmarks(run, population, newPosts, bookmarks, random(5))
}

/** Throws `RangeError` if a total is not a whole number from `min` to `max`. */
export function checkTotal(what: string, total: number, max: number, min = 0): void {
  if (Number.isSafeInteger(total) && total >= min && total <= max) return
  throw new RangeError(`The number of ${what} must be a whole number from ${min} to ${max.toLocaleString('en-GB')}.`)
}
