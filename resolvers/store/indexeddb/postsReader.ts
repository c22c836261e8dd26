import { FeedScan } from '../sorted/feedScan.ts'
import { pageRange, prefixRange } from '../sorted/keys.ts'
import type { Key } from '../sorted/keys.ts'
import { mergeAsync } from '../sorted/merge.ts'
import { postPlacements } from '../sorted/placements.ts'
import type { Placement } from '../sorted/placements.ts'
import type { Page, PageRequest, PostCursors, PostOrder, ReadTables } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { tagPrefix } from '../search/tagKeys.ts'
import { readPage, take, toIdbRange, walk, type RowSource } from './cursors.ts'
import type { PostRecord, ReadTransaction, WithTransaction } from './database.ts'
import { rowIn } from './rowIn.ts'

/** Returns the reader of the table of posts. */
export function postsReader(run: WithTransaction<ReadTransaction>): ReadTables['posts'] {
  return {
    getMany: (ids) =>
      run((tx) =>
        Promise.all(
          ids.map(async (id) => {
            const record = await tx.objectStore('posts').get([id])
            return record && rowIn.posts(record)
          }),
        ),
      ),
    page: (order, request) => run((tx) => readPosts(allPosts(tx, order), [], order, request)),
    pageByAuthor: (authorId, order, request) =>
      run((tx) => readPosts(authorIndex(tx, order), [authorId], order, request)),
    pageByTag: (tag, order, request) =>
      run((tx) => readPosts(tx.objectStore('posts').index('byTag'), tagPrefix(tag, order), order, request)),
    countByTag: (tag) => run(async (tx) => (await tx.objectStore('tagCounts').get([tag]))?.postCount ?? 0),
    feed: (userId, order, { after, limit }) =>
      run(async (tx) => {
        const { cursorOf } = postPlacements[order]
        const follows = await tx.objectStore('follows').getAllKeys(toIdbRange(prefixRange([userId])))
        const authorIds = new Set([userId, ...follows.map(([, followeeId]) => followeeId)])
        const places = await take(feedPlaces(tx, authorIds, order, after), limit)
        const rows = await Promise.all(places.map(({ id }) => tx.objectStore('posts').get([id])))
        return rows.flatMap((record) =>
          record === undefined ? [] : [{ row: rowIn.posts(record), cursor: cursorOf(record) }],
        )
      }),
  }
}

/** Reads a page of one of the lists of posts. */
async function readPosts<Order extends PostOrder>(
  source: RowSource<PostRecord>,
  prefix: string[],
  order: Order,
  request: PageRequest<PostCursors[Order]>,
): Promise<Page<PostRow, PostCursors[Order]>> {
  const placement: Placement<PostRow, PostCursors[Order]> = postPlacements[order]
  const page = await readPage<PostRecord, PostCursors[Order]>(
    { source, prefix, direction: 'descending', placement },
    request,
  )
  return page.map(({ row: record, cursor }) => ({ row: rowIn.posts(record), cursor }))
}

/** All posts in this order. */
function allPosts(tx: ReadTransaction, order: PostOrder): RowSource<PostRecord> {
  const posts = tx.objectStore('posts')
  return order === 'LATEST' ? posts : posts.index('byLikes')
}

function authorIndex(tx: ReadTransaction, order: PostOrder) {
  return tx.objectStore('posts').index(order === 'LATEST' ? 'byAuthor' : 'byAuthorAndLikes')
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
  const cursor = allPosts(tx, order).openCursor(toIdbRange(pageRange([], 'descending', last)), 'prev')
  for await (const { value } of walk(cursor)) {
    last = keyOf(cursorOf(value))
    const isInFeed = authorIds.has(value.authorId)
    if (isInFeed) yield { key: last, id: value.id }
    if (!scan.continuesAfter(isInFeed)) break
  }
  const lists = Array.from(authorIds, (id) => postsOfAuthor(tx, id, order, last))
  yield* mergeAsync(lists, 'descending')
}

async function* postsOfAuthor(
  tx: ReadTransaction,
  authorId: string,
  order: PostOrder,
  after: Key | undefined,
): AsyncGenerator<PostPlace, void> {
  const range = toIdbRange(pageRange([authorId], 'descending', after))
  const cursor = authorIndex(tx, order).openKeyCursor(range, 'prev')
  for await (const { key, primaryKey } of walk(cursor)) yield { key: key.slice(1), id: primaryKey[0] }
}
