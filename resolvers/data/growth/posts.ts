import { dayOf } from '../../clock.ts'
import type { Tables } from '../../store/port.ts'
import type { PostRow, ReactionRow } from '../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { since, type Member } from './crowd.ts'
import type { Growth } from './grow.ts'
import { deal, differentOf, lottery } from './lottery.ts'
import { idAt, longTailed, oneOf, type Random } from './random.ts'
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
  if (count.posts === 0) return []
  const plan = planned(crowd, count, random)
  const drawLiker = lottery(crowd.map(({ activity }) => activity), random)
  const made: Made[] = []
  for (const batch of batchesOf(plan, ({ likes }) => 2 + likes)) {
    const written = batch.map(({ author, likes }) => {
      const liked = likedPost(crowd, author, differentOf(likes, drawLiker), now, random)
      made.push(liked.post)
      return liked
    })
    await change((tx) => putPosts(tx, written))
    advance('posts', batch.reduce((sum, { likes }) => sum + 1 + likes, 0))
  }
  return made
}

/** By index into the crowd, and as many likers as are drawn. */
interface Planned {
  author: number
  likes: number
}

function planned(crowd: readonly Member[], count: { posts: number; likes: number }, random: Random): Planned[] {
  const postCounts = deal(count.posts, crowd.map(({ activity }) => activity), random)
  const authors = crowd.flatMap((_member, author) => Array.from({ length: postCounts[author] ?? 0 }, () => author))
  const appeal = authors.map((author) => Math.sqrt(crowd[author]?.popularity ?? 0) * longTailed(random, 1.6))
  const likeCounts = deal(count.likes, appeal, random)
  return authors.map((author, at) => ({ author, likes: likeCounts[at] ?? 0 }))
}

function likedPost(crowd: readonly Member[], at: number, likers: ReadonlySet<number>, now: number, random: Random): Liked {
  const author = crowd[at]
  if (!author) throw new RangeError('There is no such member.')
  // More of them of late.
  const postedAt = Math.floor(now - (now - author.joinedAt) * random() ** 1.7)
  const id = idAt(postedAt, random)
  const likes = [...likers].flatMap((liker): ReactionRow[] => {
    const member = crowd[liker]
    if (!member || member === author) return []
    return [{ id: idAt(since(random, now, postedAt, member.joinedAt), random), postId: id, userId: member.id, kind: 'like' }]
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
