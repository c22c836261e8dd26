import { idAt } from '../../resolvers/lib/ids.ts'
import type { TableRows } from '../../resolvers/store/rows.ts'
import { COHORT_SHARE, COHORT_SIZE, POPULARITY_EXPONENT } from '../../resolvers/lab/generator/addFollows.ts'
import { appealOf, likedPost, likeOf } from '../../resolvers/lab/generator/addPosts.ts'
import { joinedAtOf, namedAs, namesOf, userRowOf } from '../../resolvers/lab/generator/addUsers.ts'
import {
  BOOKMARKS_PER_POST,
  checkTotal,
  FOLLOWS_PER_USER,
  LIKES_PER_POST,
} from '../../resolvers/lab/generator/generate.ts'
import { instantAfter, weightsOf } from '../../resolvers/lab/generator/population.ts'
import { createRandom, type Random } from '../../resolvers/lab/generator/random.ts'
import { sampleDistinct, weightedSampler } from '../../resolvers/lab/generator/weightedSampler.ts'

/** What determines every row. */
export interface LargePlan {
  users: number
  posts: number
  /** The instant before which everything happened. */
  now: number
  passwordHash: string
}

const MAX_TOTALS = { users: 10_000_000, posts: 100_000_000 }
/** With fewer, some of the extremes would be the same user or empty. */
const MIN_TOTALS = { users: 200, posts: 200 }

/** The first user, whom every second user follows, and whose first post the others like. */
const CELEBRITY = 0
/** Follows every 200th user. */
const READER = 1
const USERS_FOR_EACH_FOLLOWED = 200
/** The tag of every tenth post. */
const COMMON_TAG = 'weft'
const POSTS_FOR_EACH_TAGGED = 10
/** How much more active the celebrity is than users on average. */
const CELEBRITY_ACTIVITY = 50

/** The number of posts, users or likes in a step, which is about 10,000 rows. */
const POSTS_OF_STEP = 2000
const USERS_OF_STEP = 1000
const LIKES_OF_STEP = 10_000
const COHORTS_OF_STEP = 5

/** The mean appeal of posts: the one of log-normal weights with the spreads of popularity and appeal. */
const MEAN_APPEAL = 4.95
/** Consecutive posts are by authors who are far from each other, as if they had been written at the same time. */
const SCATTERED = 1000

export interface LargeData {
  /** The usernames of the users that have the most of something. */
  celebrity: string
  reader: string
  /** How many steps there are. */
  steps: number
  /** Returns the rows of a step, which depend only on the plan. */
  rowsOf(step: number): TableRows
}

/**
 * Makes the rows of a large site, some of them at a time: the same users, posts, likes, follows and bookmarks as the lab
 * makes, and a user whom half of the users follow, a post that half of them like, a user who follows one in 200, and a
 * tag in a tenth of the posts. The counts of each row are those of the whole. Holds about 150 bytes for each user. Throws
 * `RangeError` for numbers out of range.
 */
export function createLargeData({ users, posts, now, passwordHash }: LargePlan): LargeData {
  checkTotal('users', users, MAX_TOTALS.users, MIN_TOTALS.users)
  checkTotal('posts', posts, MAX_TOTALS.posts, MIN_TOTALS.posts)
  let random: Random = createRandom(0)
  const everyone = Array.from({ length: users }, (_, user) => user)
  const joinedAt = Float64Array.from(everyone, (user) => joinedAtOf(now, 1 - (user + 0.5) / users))
  const ids = everyone.map((user) => idAt(joinedAt[user] ?? 0, createRandom(1, user)))
  const weights = everyone.map((user) => weightsOf(createRandom(2, user)))
  const activity = Float64Array.from(weights, ({ activityWeight }) => activityWeight)
  const popularity = Float64Array.from(weights, (weight) => weight.popularity)
  const meanActivity = activity.reduce((sum, weight) => sum + weight, 0) / users
  activity[CELEBRITY] = CELEBRITY_ACTIVITY * meanActivity
  const draw = () => random()
  const sampleActive = weightedSampler(everyone, (user) => activity[user] ?? 0, draw)
  const samplePopular = weightedSampler(everyone, (user) => (popularity[user] ?? 0) ** POPULARITY_EXPONENT, draw)
  const postEnds = endsOfPosts(activity, posts)

  const personOf = (user: number) => ({ id: ids[user] ?? '', joinedAt: joinedAt[user] ?? 0 })
  const mentionedAt = (user: number) => ({ id: ids[user] ?? '', username: namesAt(user).username })
  const countAround = (expected: number) => Math.min(Math.floor(expected + random()), users)

  const popularPost = (() => {
    const { post } = likedPost(personOf(CELEBRITY), [], now, createRandom(4), () => mentionedAt(READER))
    return { ...post, likeCount: Math.floor(users / 2) }
  })()

  /** Returns a post with its likes and bookmarks. */
  function writtenPost(number: number) {
    const author = authorAt(postEnds, scattered(number, posts))
    const appeal = appealOf({ popularity: popularity[author] ?? 0 }, random)
    const likers = sampleDistinct(countAround((LIKES_PER_POST * appeal) / MEAN_APPEAL), sampleActive)
    likers.delete(author)
    const { post, likes } =
      number === 0
        ? { post: popularPost, likes: [] }
        : likedPost(personOf(author), Array.from(likers, personOf), now, random, () => mentionedAt(sampleActive()))
    const content = number % POSTS_FOR_EACH_TAGGED === 0 ? `${post.content} #${COMMON_TAG}` : post.content
    const saved = sampleDistinct(countAround(BOOKMARKS_PER_POST), sampleActive)
    const bookmarks = Array.from(saved, personOf).map(({ id: userId, joinedAt: since }) => ({
      id: idAt(instantAfter(random, now, post.createdAt, since), random),
      userId,
      postId: post.id,
    }))
    return { post: { ...post, content }, likes, bookmarks }
  }

  function postRows(step: number): TableRows {
    random = createRandom(5, step)
    const written: ReturnType<typeof writtenPost>[] = []
    for (const number of rangeOf(step, POSTS_OF_STEP, posts)) {
      written.push(writtenPost(number))
    }
    return {
      posts: written.map(({ post }) => post),
      reactions: written.flatMap(({ likes }) => likes),
      bookmarks: written.flatMap(({ bookmarks }) => bookmarks),
    }
  }

  /** Every second user likes the popular post. */
  function popularLikeRows(step: number): TableRows {
    random = createRandom(6, step)
    const likers = rangeOf(step, LIKES_OF_STEP, Math.floor(users / 2)).map((number) => 2 * number + 1)
    return { reactions: likers.map((user) => likeOf(popularPost, personOf(user), now, random)) }
  }

  /** Returns whom the users of a cohort follow, in the order of the cohort. */
  function followeesOfCohort(cohort: readonly number[]): number[][] {
    random = createRandom(7, cohort[0] ?? 0)
    const sampleCohort = weightedSampler(cohort, (user) => popularity[user] ?? 0, draw)
    const sample = () => (random() < COHORT_SHARE ? sampleCohort() : samplePopular())
    return cohort.map((user) => {
      if (user === READER) return everyone.filter((other) => other % USERS_FOR_EACH_FOLLOWED === 0)
      const expected = (FOLLOWS_PER_USER * (activity[user] ?? 0)) / meanActivity
      const followees = sampleDistinct(countAround(expected), sample)
      followees.delete(user)
      followees.delete(CELEBRITY)
      return user % 2 === 0 && user !== CELEBRITY ? [CELEBRITY, ...followees] : [...followees]
    })
  }

  const cohorts = Math.ceil(users / COHORT_SIZE)

  function followRows(step: number): TableRows {
    return {
      follows: rangeOf(step, COHORTS_OF_STEP, cohorts).flatMap((number) => {
        const cohort = rangeOf(number, COHORT_SIZE, users)
        const followees = followeesOfCohort(cohort)
        return cohort.flatMap((user, place) =>
          (followees[place] ?? []).map((followee) => {
            const id = idAt(instantAfter(random, now, joinedAt[user] ?? 0, joinedAt[followee] ?? 0), random)
            return { id, followerId: ids[user] ?? '', followeeId: ids[followee] ?? '' }
          }),
        )
      }),
    }
  }

  /** Counts all follows, once, when the first users are made. */
  let followCounts: { followers: Int32Array; following: Int32Array } | undefined
  function countFollows() {
    const counts = { followers: new Int32Array(users), following: new Int32Array(users) }
    for (let number = 0; number < cohorts; number += 1) {
      const cohort = rangeOf(number, COHORT_SIZE, users)
      for (const [place, followees] of followeesOfCohort(cohort).entries()) {
        counts.following[cohort[place] ?? 0] = followees.length
        for (const followee of followees) counts.followers[followee] = (counts.followers[followee] ?? 0) + 1
      }
    }
    return counts
  }

  function userRows(step: number): TableRows {
    followCounts ??= countFollows()
    const { followers, following } = followCounts
    return {
      users: rangeOf(step, USERS_OF_STEP, users).map((user) =>
        Object.assign(userRowOf(joinedAt[user] ?? 0, passwordHash, createRandom(3, user)), namesAt(user), {
          id: ids[user] ?? '',
          postCount: (postEnds[user] ?? 0) - (postEnds[user - 1] ?? 0),
          followerCount: followers[user] ?? 0,
          followingCount: following[user] ?? 0,
        }),
      ),
    }
  }

  /** The kinds of steps in their order, each with their number. */
  const kinds = [
    { rows: userRows, count: Math.ceil(users / USERS_OF_STEP) },
    { rows: postRows, count: Math.ceil(posts / POSTS_OF_STEP) },
    { rows: popularLikeRows, count: Math.ceil(Math.floor(users / 2) / LIKES_OF_STEP) },
    { rows: followRows, count: Math.ceil(cohorts / COHORTS_OF_STEP) },
  ]
  return {
    celebrity: namesAt(CELEBRITY).username,
    reader: namesAt(READER).username,
    steps: kinds.reduce((sum, { count }) => sum + count, 0),
    rowsOf(step) {
      let first = 0
      for (const { rows, count } of kinds) {
        if (step < first + count) return rows(step - first)
        first += count
      }
      return {}
    },
  }
}

/** The names of a user. The number makes the username the only one. */
function namesAt(user: number) {
  const names = namesOf(createRandom(3, user))
  return { ...names, ...namedAs(`${names.username}_${user}`) }
}

/** Returns the end of the posts of each author, in the order of authors. The first post is by the celebrity. */
function endsOfPosts(activity: Float64Array, posts: number): Int32Array {
  const sum = activity.reduce((total, weight) => total + weight, 0)
  let seen = 0
  return Int32Array.from(activity, (weight, user) => {
    seen += weight
    return user === activity.length - 1 ? posts : 1 + Math.floor(((posts - 1) * seen) / sum)
  })
}

/** Returns the author of the post at this place in the order of authors. */
function authorAt(ends: Int32Array, place: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ends[middle] ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the place of a post in the order of authors: each number has another one. */
function scattered(number: number, posts: number): number {
  const rows = Math.floor(posts / SCATTERED)
  return number < rows * SCATTERED ? (number % SCATTERED) * rows + Math.floor(number / SCATTERED) : number
}

function rangeOf(step: number, size: number, total: number): number[] {
  const start = step * size
  return Array.from({ length: Math.max(0, Math.min(size, total - start)) }, (_, index) => start + index)
}
