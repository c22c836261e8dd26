import { idAt } from '../../lib/ids.ts'
import { dayOf } from '../../lib/dates.ts'
import type { Tables } from '../../store/port.ts'
import type { PostRow, ReactionRow } from '../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { instantAfter, type GeneratorRun, type PopulationUser } from './population.ts'
import { longTailed, pickOne, type Random } from './random.ts'
import { postText } from './texts.ts'
import { distribute, sampleDistinct, weightedSampler } from './weightedSampler.ts'

/** A post with its likes. */
interface LikedPost {
  post: PostRow
  likes: ReactionRow[]
}

/** The fields of a generated post that later phases need. */
export type NewPost = Pick<PostRow, 'id' | 'postedAt' | 'likeCount'>

const pictures = ['drying-line', 'hills', 'kilim', 'still-life'] as const
const PICTURE_SHARE = 0.12
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
      const liked = likedPost(author, sampleDistinct(likes, sampleActive), now, random)
      const { id, postedAt, likeCount } = liked.post
      newPosts.push({ id, postedAt, likeCount })
      return liked
    })
    await transaction((tx) => putPosts(tx, written))
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
      appeal: Math.sqrt(author.popularity) * longTailed(random, APPEAL_SPREAD),
    })),
  )
  const samplePost = weightedSampler(plan, ({ appeal }) => appeal, random)
  const likes = distribute(count.likes, samplePost)
  return plan.map((post) => ({ author: post.author, likes: likes.get(post) ?? 0 }))
}

function likedPost(
  author: PopulationUser,
  likers: ReadonlySet<PopulationUser>,
  now: number,
  random: Random,
): LikedPost {
  const postedAt = Math.floor(now - (now - author.joinedAt) * random() ** RECENCY_EXPONENT)
  const id = idAt(postedAt, random)
  const likes = [...likers]
    .filter((liker) => liker !== author)
    .map(({ id: userId, joinedAt }): ReactionRow => {
      return { id: idAt(instantAfter(random, now, postedAt, joinedAt), random), postId: id, userId, kind: 'like' }
    })
  const mediaUrl = random() < PICTURE_SHARE ? `/art/post-${pickOne(random, pictures)}.svg` : ''
  const post: PostRow = {
    id,
    authorId: author.id,
    content: postText(random),
    mediaUrl,
    mediaType: mediaUrl && 'image',
    postedAt,
    createdAt: dayOf(postedAt),
    updatedAt: dayOf(postedAt),
    likeCount: likes.length,
  }
  return { post, likes }
}

async function putPosts(tx: Tables, written: readonly LikedPost[]): Promise<void> {
  const authors = await tx.users.getMany([...new Set(written.map(({ post }) => post.authorId))])
  for (const author of authors) {
    if (!author) continue
    const own = written.filter(({ post }) => post.authorId === author.id)
    void tx.users.put({ ...author, postCount: author.postCount + own.length })
    for (const { post, likes } of own) {
      void tx.posts.put(post)
      for (const like of likes) void tx.reactions.put(like)
    }
  }
}
