import { idAt } from '../../../lib/ids.ts'
import type { Tables } from '../../../store/port.ts'
import type { BookmarkRow } from '../../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { since, type Member } from './population.ts'
import type { Growth } from './generate.ts'
import { deal, differentOf, lottery } from './weightedSampler.ts'
import type { Made } from './posts.ts'
import type { Random } from './random.ts'

/** The post is looked up before. */
const cost = 2

/** Bookmarks of what was made, above all of what is liked. */
export async function addBookmarks(
  growth: Growth,
  crowd: readonly Member[],
  posts: readonly Made[],
  count: number,
  random: Random,
): Promise<void> {
  let left = count
  for (const batch of batchesOf(bookmarksOf(crowd, posts, count, growth.now, random), () => cost)) {
    await growth.change((tx) => putBookmarks(tx, batch))
    growth.advance('bookmarks', batch.length)
    left -= batch.length
  }
  growth.advance('bookmarks', left)
}

function* bookmarksOf(
  crowd: readonly Member[],
  posts: readonly Made[],
  count: number,
  now: number,
  random: Random,
): Generator<BookmarkRow, void> {
  const counts = deal(
    count,
    lottery(crowd, ({ activity }) => activity, random),
  )
  const draw = lottery(posts, ({ likeCount }) => likeCount + 0.2, random)
  for (const member of crowd) {
    for (const post of differentOf(counts.get(member) ?? 0, draw)) {
      yield { id: idAt(since(random, now, member.joinedAt, post.postedAt), random), userId: member.id, postId: post.id }
    }
  }
}

/** Posts are deleted and bookmarked meanwhile. */
async function putBookmarks(tx: Tables, bookmarks: readonly BookmarkRow[]): Promise<void> {
  const posts = await tx.posts.getMany(bookmarks.map(({ postId }) => postId))
  const members = [...new Set(bookmarks.map(({ userId }) => userId))]
  const known = await Promise.all(members.map((id) => tx.bookmarks.allOfUser(id)))
  const knownPairs = new Set(known.flat().map(pairOf))
  for (const [at, bookmark] of bookmarks.entries()) {
    if (posts[at] && !knownPairs.has(pairOf(bookmark))) void tx.bookmarks.put(bookmark)
  }
}

function pairOf({ userId, postId }: BookmarkRow): string {
  return `${userId} ${postId}`
}
