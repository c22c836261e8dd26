import type { Advance, Job } from '../job.ts'
import { advanceOf } from '../job.ts'
import { loadSamples, type Samples } from '../samples.ts'
import { addBookmarks } from './bookmarks.ts'
import { crowdOf } from './population.ts'
import { addFollows } from './follows.ts'
import { addMembers } from './users.ts'
import { addPosts } from './posts.ts'
import { randomOf } from './random.ts'

export interface Size {
  users: number
  posts: number
}

/** What a phase of growth works with. */
export interface Growth extends Job {
  advance: Advance
  samples: Samples
}

const most: Size = { users: 100_000, posts: 1_000_000 }

/** So many are drawn for each new post or member; of those drawn twice for one post or member, one is left. */
const likesPerPost = 3
const bookmarksPerPost = 0.2
const followsPerMember = 12

/**
 * Adds members and posts, with what is between them, until there are so many. The same data, numbers and seed at the same
 * instant give the same rows. In four phases: the members; posts with their likes; follows; bookmarks.
 */
export async function grow(job: Job, { users, posts, seed }: Size & { seed: number }): Promise<void> {
  checkWhole('members', users, most.users)
  checkWhole('posts', posts, most.posts)
  if (!Number.isSafeInteger(seed)) throw new RangeError('The seed must be a whole number.')
  const counts = await job.store.read.count()
  const missing = { members: Math.max(0, users - counts.users), posts: Math.max(0, posts - counts.posts) }
  if (missing.posts > 0 && counts.users + missing.members === 0)
    throw new RangeError('There are no members to write posts.')

  const likes = missing.posts * likesPerPost
  const follows = missing.members * followsPerMember
  const bookmarks = Math.round(missing.posts * bookmarksPerPost)
  const samples = await loadSamples()
  const growth: Growth = {
    ...job,
    samples,
    // What a power cut takes can be grown again.
    change: (work) => job.change(work, 'relaxed'),
    advance: advanceOf(job, missing.members + missing.posts + likes + follows + bookmarks),
  }
  // With what is there already, or growing on with the same seed would give the same members once more.
  const random = (phase: number) => randomOf(seed, phase, ...Object.values(counts))

  await addMembers(growth, missing.members, random(1))
  const crowd = await crowdOf(growth, random(2))
  const made = await addPosts(growth, crowd, { posts: missing.posts, likes }, random(3))
  await addFollows(growth, crowd, follows, random(4))
  await addBookmarks(growth, crowd, made, bookmarks, random(5))
}

function checkWhole(what: string, count: number, limit: number): void {
  if (Number.isSafeInteger(count) && count >= 0 && count <= limit) return
  throw new RangeError(`The number of ${what} must be a whole number from 0 to ${limit.toLocaleString('en-GB')}.`)
}
