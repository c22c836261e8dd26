import type { Page, PageRequest, PostCursors, PostOrder, ReadTables } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { tagPrefix } from '../search/tagKeys.ts'
import { FeedScan } from './feedScan.ts'
import { pageRange, prefixRange, type Key } from './keys.ts'
import { merge } from './merge.ts'
import type { PostRecord } from './objectStores.ts'
import { readPage, take } from './pages.ts'
import { postPlacements, type Placement } from './placements.ts'
import { rowIn } from './records.ts'
import type { IndexName, ReadTransaction, WithTransaction } from './transaction.ts'

/** Returns the reader of the table of posts. */
export function postsReader(run: WithTransaction<ReadTransaction>): ReadTables['posts'] {
  return {
    getMany: (ids) =>
      run((tx) =>
        Promise.all(
          ids.map(async (id) => {
            const record = await tx.get('posts', [id])
            return record && rowIn.posts(record)
          }),
        ),
      ),
    page: (order, request) => run((tx) => readPosts(tx, allPosts(order), [], order, request)),
    pageByAuthor: (authorId, order, request) => run((tx) => readPosts(tx, ofAuthor(order), [authorId], order, request)),
    pageByTag: (tag, order, request) => run((tx) => readPosts(tx, 'byTag', tagPrefix(tag, order), order, request)),
    countByTag: (tag) => run(async (tx) => (await tx.get('tagCounts', [tag]))?.postCount ?? 0),
    feed: (userId, order, { after, limit }) =>
      run(async (tx) => {
        const { cursorOf } = postPlacements[order]
        const follows = await tx.keys('follows', prefixRange([userId]))
        const authorIds = new Set([userId, ...follows.map(([, followeeId]) => followeeId)])
        const places = await take(feedPlaces(tx, authorIds, order, after), limit)
        const records = await Promise.all(places.map(({ id }) => tx.get('posts', [id])))
        return records.flatMap((record) =>
          record === undefined ? [] : [{ row: rowIn.posts(record), cursor: cursorOf(record) }],
        )
      }),
  }
}

/** Reads a page of one of the lists of posts. */
async function readPosts<Order extends PostOrder>(
  tx: ReadTransaction,
  index: IndexName<'posts'> | undefined,
  prefix: string[],
  order: Order,
  request: PageRequest<PostCursors[Order]>,
): Promise<Page<PostRow, PostCursors[Order]>> {
  const placement: Placement<PostRecord, PostCursors[Order]> = postPlacements[order]
  const page = await readPage(tx, { store: 'posts', index, prefix, direction: 'descending', placement }, request)
  return page.map(({ row: record, cursor }) => ({ row: rowIn.posts(record), cursor }))
}

/** The index of all posts in this order; undefined if it is that of the primary keys. */
function allPosts(order: PostOrder): IndexName<'posts'> | undefined {
  return order === 'LATEST' ? undefined : 'byLikes'
}

function ofAuthor(order: PostOrder): IndexName<'posts'> {
  return order === 'LATEST' ? 'byAuthor' : 'byAuthorAndLikes'
}

interface PostPlace {
  key: Key
  id: string
}

/** The posts of these authors. Scans all posts first, then merges the lists of the authors (`FeedScan`). */
async function* feedPlaces<Order extends PostOrder>(
  tx: ReadTransaction,
  authorIds: ReadonlySet<string>,
  order: Order,
  after: PostCursors[Order] | undefined,
): AsyncGenerator<PostPlace, void> {
  const { keyOf, cursorOf } = postPlacements[order]
  let last = after && keyOf(after)
  const scan = new FeedScan()
  const range = pageRange([], 'descending', last)
  for await (const post of tx.walk('posts', range, { index: allPosts(order), direction: 'descending' })) {
    last = keyOf(cursorOf(post))
    const isInFeed = authorIds.has(post.authorId)
    if (isInFeed) yield { key: last, id: post.id }
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
): AsyncGenerator<PostPlace, void> {
  const range = pageRange([authorId], 'descending', after)
  const entries = tx.walkKeys('posts', range, { index: ofAuthor(order), direction: 'descending' })
  for await (const { key, primaryKey } of entries) yield { key: key.slice(1), id: primaryKey[0] }
}
