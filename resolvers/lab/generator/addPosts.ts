import { findMentions } from '../../../shared/mentions.ts'
import { idAt } from '../../lib/ids.ts'
import type { AdminWriter } from '../../store/administration.ts'
import { mediaWith, pictures } from '../../seed/pictures.ts'
import { newPost, noMedia, type PostRow, type ReactionRow } from '../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { existingIds, instantAfter, type GeneratorRun, type PopulationUser } from './population.ts'
import { longTailed, pickOne, type Random } from './random.ts'
import { postText } from './texts.ts'
import { distribute, sampleDistinct, weightedSampler } from './weightedSampler.ts'

/** A post with its likes. */
export interface LikedPost {
  post: PostRow
  likes: ReactionRow[]
}

/** The fields of a generated post that later phases need. */
export type NewPost = Pick<PostRow, 'id' | 'createdAt' | 'likeCount'>

const PICTURE_SHARE = 0.12
const EDITED_SHARE = 0.06
/** The larger, the more posts are recent. */
const RECENCY_EXPONENT = 1.7
/** The larger, the more unequal the likes of an author's posts. */
const APPEAL_SPREAD = 1.6

/**
 * Adds posts with their likes, grouped by author: a transaction updates the post counts of few authors and contains all
 * likes of its posts.
 */
export async function addPosts(
  { now, transaction, advance }: GeneratorRun,
  population: readonly PopulationUser[],
  count: { posts: number; likes: number },
  random: Random,
): Promise<NewPost[]> {
  const sampleActive = weightedSampler(population, ({ activityWeight }) => activityWeight, random)
  const newPosts: NewPost[] = []
  for (const batch of batchesOf(planOf(count, sampleActive, random), ({ likes }) => 2 + likes)) {
    const written = batch.map(({ author, likes }) => {
      const likers = [...sampleDistinct(likes, sampleActive)].filter((liker) => liker !== author)
      const liked = likedPost(author, likers, now, random, sampleActive)
      const { id, createdAt, likeCount } = liked.post
      newPosts.push({ id, createdAt, likeCount })
      return liked
    })
    await transaction((tx) => insertPosts(tx, written))
    advance(
      'posts',
      batch.reduce((sum, { likes }) => sum + 1 + likes, 0),
    )
  }
  return newPosts
}

interface PlannedPost {
  author: PopulationUser
  /** The number of likers to sample. Duplicates and the author are dropped. */
  likes: number
}

function planOf(
  count: { posts: number; likes: number },
  sampleAuthor: () => PopulationUser,
  random: Random,
): PlannedPost[] {
  const plan = [...distribute(count.posts, sampleAuthor)].flatMap(([author, posts]) =>
    Array.from({ length: posts }, () => ({
      author,
      appeal: appealOf(author, random),
    })),
  )
  const samplePost = weightedSampler(plan, ({ appeal }) => appeal, random)
  const likes = distribute(count.likes, samplePost)
  return plan.map((post) => ({ author: post.author, likes: likes.get(post) ?? 0 }))
}

/** Returns the weight of a post as receiver of likes. */
export function appealOf(author: Pick<PopulationUser, 'popularity'>, random: Random): number {
  return Math.sqrt(author.popularity) * longTailed(random, APPEAL_SPREAD)
}

type Person = Pick<PopulationUser, 'id' | 'joinedAt'>
type Mentioned = Pick<PopulationUser, 'id' | 'username'>

/** Returns a post by `author` that `likers` like. `sampleUser` returns the user whom it mentions. */
export function likedPost(
  author: Person,
  likers: readonly Person[],
  now: number,
  random: Random,
  sampleUser: () => Mentioned,
): LikedPost {
  let mentioned: Mentioned | undefined
  const content = postText(random, () => (mentioned = sampleUser()).username)
  const createdAt = Math.floor(now - (now - author.joinedAt) * random() ** RECENCY_EXPONENT)
  const id = idAt(createdAt, random)
  const likes = likers.map((liker) => likeOf({ id, createdAt }, liker, now, random))
  const media = random() < PICTURE_SHARE ? mediaWith(pickOne(random, pictures)) : noMedia
  const editedAt = random() < EDITED_SHARE ? instantAfter(random, now, createdAt) : null
  const post: PostRow = {
    ...newPost,
    id,
    authorId: author.id,
    content,
    mentions: findMentions(content).flatMap(({ start, end }) =>
      mentioned ? { start, end, userId: mentioned.id } : [],
    ),
    ...media,
    createdAt,
    updatedAt: editedAt ?? createdAt,
    likeCount: likes.length,
    editedAt,
  }
  return { post, likes }
}

/** Returns a like of a post, later than the post and the liker. */
export function likeOf(
  post: Pick<PostRow, 'id' | 'createdAt'>,
  liker: Person,
  now: number,
  random: Random,
): ReactionRow {
  const id = idAt(instantAfter(random, now, post.createdAt, liker.joinedAt), random)
  return { id, postId: post.id, userId: liker.id, kind: 'like' }
}

/** Skips posts and likes of users who are gone. */
async function insertPosts(tx: AdminWriter, written: readonly LikedPost[]): Promise<void> {
  const existing = await existingIds(tx, [
    ...written.map(({ post }) => post.authorId),
    ...written.flatMap(({ likes }) => likes.map(({ userId }) => userId)),
  ])
  const kept = written
    .filter(({ post }) => existing.has(post.authorId))
    .map(({ post, likes }) => ({ post, likes: likes.filter(({ userId }) => existing.has(userId)) }))
  const counts = new Map<string, number>()
  for (const { post } of kept) counts.set(post.authorId, (counts.get(post.authorId) ?? 0) + 1)
  await tx.insertMany(
    'posts',
    kept.map(({ post, likes }) => ({ ...post, likeCount: likes.length })),
  )
  await tx.insertMany(
    'reactions',
    kept.flatMap(({ likes }) => likes),
  )
  await Promise.all(Array.from(counts, ([id, postCount]) => tx.users.patch(id, { add: { postCount } })))
}
