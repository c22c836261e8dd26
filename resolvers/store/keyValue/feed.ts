/** Posts by a user and by the users they follow. A list of its own: its rows are those of many lists. */

import type { FeedRequest, Page, PostCursors, PostOrder } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { cursorOf, indexOf, valuesOf } from '../tables.ts'
import { FeedScan } from './feedScan.ts'
import { pageRange, prefixRange, type Key } from './keys.ts'
import { merge } from './merge.ts'
import { take } from './table.ts'
import type { IndexEntry, ReadTransaction } from './transaction.ts'

const ofAuthor = { LATEST: 'authorLatest', TRENDING: 'authorTrending' } as const

export async function feed<Order extends PostOrder>(
  tx: ReadTransaction,
  userId: string,
  order: Order,
  { after, limit }: FeedRequest<PostCursors[Order]>,
): Promise<Page<PostRow, PostCursors[Order]>> {
  const follows = await tx.keys('follows', prefixRange([userId]))
  const authorIds = new Set([userId, ...follows.map(([, followeeId]) => String(followeeId))])
  const places = await take(feedPlaces(tx, authorIds, order, after && keyIn(order, after)), limit)
  const posts = await Promise.all(places.map(({ primaryKey }) => tx.get('posts', primaryKey)))
  return posts.flatMap((row) => (row === undefined ? [] : [{ row, cursor: cursorOf('posts', order, row) }]))
}

/** Returns the key of a post in the list of all posts. */
function keyIn(order: PostOrder, post: object): Key {
  return valuesOf(post, indexOf('posts', order).by)
}

/** The posts of these authors. Scans all posts first, then merges the lists of the authors (`FeedScan`). */
async function* feedPlaces(
  tx: ReadTransaction,
  authorIds: ReadonlySet<string>,
  order: PostOrder,
  after: Key | undefined,
): AsyncGenerator<IndexEntry, void> {
  let last = after
  const scan = new FeedScan()
  const range = pageRange([], 'descending', last)
  for await (const post of tx.walk('posts', range, { index: order, direction: 'descending' })) {
    last = keyIn(order, post)
    const isInFeed = authorIds.has(post.authorId)
    if (isInFeed) yield { key: last, primaryKey: [post.id] }
    if (!scan.continuesAfter(isInFeed)) break
  }
  const lists = Array.from(authorIds, (id) => postsOfAuthor(tx, id, order, last))
  yield* merge(lists, 'descending')
}

async function* postsOfAuthor(
  tx: ReadTransaction,
  authorId: string,
  order: PostOrder,
  after: Key | undefined,
): AsyncGenerator<IndexEntry, void> {
  const range = pageRange([authorId], 'descending', after)
  const entries = tx.walkKeys('posts', range, { index: ofAuthor[order], direction: 'descending' })
  for await (const { key, primaryKey } of entries) yield { key: key.slice(1), primaryKey }
}
