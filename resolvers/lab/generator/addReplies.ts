import { findMentions } from '../../../shared/mentions.ts'
import { idAt } from '../../lib/ids.ts'
import type { AdminWriter } from '../../store/administration.ts'
import { newPost, noMedia, type PostRow } from '../../store/rows.ts'
import { batchesOf, writeBatches } from './batches.ts'
import { existingIds, instantAfter, type GeneratorRun, type PopulationUser } from './population.ts'
import type { NewPost } from './addPosts.ts'
import type { Random } from './random.ts'
import { replyText } from './texts.ts'
import { distribute, weightedSampler } from './weightedSampler.ts'

/** The cost of a reply: its row and its words, and a change of its parent. */
const COST = 3
/** The larger, the more replies go to the posts with the most likes. */
const THREAD_EXPONENT = 2
/** The share of replies that answer another reply of their thread. */
const NESTED_SHARE = 0.35

type NewReply = PostRow & { parentId: string }

/** Adds replies, grouped by thread. Posts with many likes get most of them. */
export async function addReplies(
  run: GeneratorRun,
  population: readonly PopulationUser[],
  posts: readonly NewPost[],
  count: number,
  random: Random,
): Promise<void> {
  const batches = batchesOf(repliesTo(population, posts, count, run.now, random), () => COST)
  await writeBatches(run, 'replies', count, batches, insertReplies)
}

/** Yields the replies of each thread, every one after its parent. */
function* repliesTo(
  population: readonly PopulationUser[],
  posts: readonly NewPost[],
  count: number,
  now: number,
  random: Random,
): Generator<NewReply, void> {
  const sampleUser = weightedSampler(population, ({ activityWeight }) => activityWeight, random)
  const samplePost = weightedSampler(posts, ({ likeCount }) => (likeCount + 0.2) ** THREAD_EXPONENT, random)
  for (const [post, replies] of distribute(count, samplePost)) {
    const thread: Pick<PostRow, 'id' | 'createdAt'>[] = [post]
    for (let left = replies; left > 0; left -= 1) {
      const parent = (random() < NESTED_SHARE && thread[Math.floor(random() * thread.length)]) || post
      const author = sampleUser()
      const createdAt = instantAfter(random, now, author.joinedAt, parent.createdAt)
      let mentioned = author
      const content = replyText(random, () => (mentioned = sampleUser()).username)
      const reply: NewReply = {
        ...newPost,
        id: idAt(createdAt, random),
        authorId: author.id,
        parentId: parent.id,
        content,
        ...noMedia,
        mentions: findMentions(content).map(({ start, end }) => ({ start, end, userId: mentioned.id })),
        createdAt,
        updatedAt: createdAt,
      }
      thread.push(reply)
      yield reply
    }
  }
}

/** Skips replies of users who are gone, and replies to posts that were deleted or skipped. */
async function insertReplies(tx: AdminWriter, replies: readonly NewReply[]): Promise<void> {
  const authorIds = await existingIds(
    tx,
    replies.map(({ authorId }) => authorId),
  )
  const parents = await tx.posts.getMany(replies.map(({ parentId }) => parentId))
  const open = new Set(parents.flatMap((parent) => (parent?.state === 'shown' ? parent.id : [])))
  const kept: NewReply[] = []
  for (const reply of replies) {
    if (!authorIds.has(reply.authorId) || !open.has(reply.parentId)) continue
    open.add(reply.id)
    kept.push(reply)
  }
  const counts = new Map<string, number>()
  for (const { parentId } of kept) counts.set(parentId, (counts.get(parentId) ?? 0) + 1)
  await tx.insertMany('posts', kept)
  await Promise.all(Array.from(counts, ([id, replyCount]) => tx.posts.patch(id, { add: { replyCount } })))
}
