import { idAt } from '../../../lib/ids.ts'
import { dayOf } from '../../../lib/dates.ts'
import type { Tables } from '../../../store/port.ts'
import type { PostRow, ReactionRow } from '../../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { since, type Member } from './population.ts'
import type { Growth } from './generate.ts'
import { deal, differentOf, lottery } from './weightedSampler.ts'
import { longTailed, oneOf, type Random } from './random.ts'
import { postOf } from './texts.ts'

/** A post with the likes it has got. */
interface Liked {
  post: PostRow
  likes: ReactionRow[]
}

/** What is left to know of a post that was made. */
export type Made = Pick<PostRow, 'id' | 'postedAt' | 'likeCount'>

const pictures = ['drying-line', 'hills', 'kilim', 'still-life'] as const

/**
 * Posts with their likes, one author after the other: so a transaction counts the posts of few authors, and a post comes
 * with all its likes.
 */
export async function addPosts(
  { now, change, advance }: Growth,
  crowd: readonly Member[],
  count: { posts: number; likes: number },
  random: Random,
): Promise<Made[]> {
  const drawActive = lottery(crowd, ({ activity }) => activity, random)
  const made: Made[] = []
  for (const batch of batchesOf(planOf(count, drawActive, random), ({ likes }) => 2 + likes)) {
    const written = batch.map(({ author, likes }) => {
      const liked = likedPost(author, differentOf(likes, drawActive), now, random)
      const { id, postedAt, likeCount } = liked.post
      made.push({ id, postedAt, likeCount })
      return liked
    })
    await change((tx) => putPosts(tx, written))
    advance(
      'posts',
      batch.reduce((sum, { likes }) => sum + 1 + likes, 0),
    )
  }
  return made
}

/** As many likers as are drawn: some more than once, and perhaps the author. */
interface Planned {
  author: Member
  likes: number
}

function planOf(count: { posts: number; likes: number }, drawAuthor: () => Member, random: Random): Planned[] {
  const plan = [...deal(count.posts, drawAuthor)].flatMap(([author, posts]) =>
    Array.from({ length: posts }, () => ({ author, appeal: Math.sqrt(author.popularity) * longTailed(random, 1.6) })),
  )
  const likes = deal(
    count.likes,
    lottery(plan, ({ appeal }) => appeal, random),
  )
  return plan.map((post) => ({ author: post.author, likes: likes.get(post) ?? 0 }))
}

function likedPost(author: Member, likers: ReadonlySet<Member>, now: number, random: Random): Liked {
  // More of them of late.
  const postedAt = Math.floor(now - (now - author.joinedAt) * random() ** 1.7)
  const id = idAt(postedAt, random)
  const likes = [...likers]
    .filter((liker) => liker !== author)
    .map(({ id: userId, joinedAt }): ReactionRow => {
      return { id: idAt(since(random, now, postedAt, joinedAt), random), postId: id, userId, kind: 'like' }
    })
  const mediaUrl = random() < 0.12 ? `/art/post-${oneOf(random, pictures)}.svg` : ''
  const post: PostRow = {
    id,
    authorId: author.id,
    content: postOf(random),
    mediaUrl,
    mediaType: mediaUrl && 'image',
    postedAt,
    createdAt: dayOf(postedAt),
    updatedAt: dayOf(postedAt),
    likeCount: likes.length,
  }
  return { post, likes }
}

async function putPosts(tx: Tables, written: readonly Liked[]): Promise<void> {
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
