/** Random reads of the lists of the store port. */

import * as fc from 'fast-check'

import type { IdCursor, Page, PageRequest, PostCursors, PostOrder, SearchCursor } from '../../resolvers/store/port.ts'
import { tableNames, type TableName } from '../../resolvers/store/rows.ts'
import { anyId, count, name, text, type Step } from './stepValues.ts'
import type { AdministeredStore, KeyCursor } from '../../resolvers/store/administration.ts'

/** A likely id, or any other. */
const cursorId = fc.oneof(anyId, fc.uuid())
const idCursor: fc.Arbitrary<IdCursor> = fc.record({ id: cursorId })
const postCursors: { readonly [Order in PostOrder]: fc.Arbitrary<PostCursors[Order]> } = {
  LATEST: idCursor,
  TRENDING: fc.record({ likeCount: count, id: cursorId }),
}
const searchCursor: fc.Arbitrary<SearchCursor> = fc.record({ isPrefix: fc.boolean(), name, id: cursorId })

export const pages: fc.Arbitrary<Step> = fc.oneof(
  fc
    .constantFrom<'OLDEST' | 'NEWEST'>('OLDEST', 'NEWEST')
    .chain((order) => paging(`users.page ${order}`, idCursor, ({ read }, request) => read.users.page(order, request))),
  text.chain((sought) =>
    paging(`users.searchByFirstName ${sought}`, searchCursor, ({ read }, request) =>
      read.users.searchByFirstName(sought, request),
    ),
  ),
  anyId.chain((one) => fc.oneof(pagesOfPosts(one, 'LATEST'), pagesOfPosts(one, 'TRENDING'))),
  fc
    .constantFrom<TableName>(...tableNames)
    .chain((table) =>
      paging<KeyCursor>(
        `rows ${table}`,
        fc.array(cursorId, { minLength: 1, maxLength: 2 }),
        ({ admin }, request): Promise<Page<unknown, KeyCursor>> => admin.read((tx) => tx.rows(table, request)),
      ),
    ),
  anyId.chain((one) =>
    fc.oneof(
      paging(`pageOfLikes ${one}`, idCursor, ({ read }, request) => read.reactions.pageOfLikes(one, request)),
      paging(`pageOfUser ${one}`, idCursor, ({ read }, request) => read.reactions.pageOfUser(one, request)),
      paging(`bookmarks.page ${one}`, idCursor, ({ read }, request) => read.bookmarks.page(one, request)),
      paging(`followers ${one}`, idCursor, ({ read }, request) => read.follows.pageOfFollowers(one, request)),
      paging(`following ${one}`, idCursor, ({ read }, request) => read.follows.pageOfFollowing(one, request)),
    ),
  ),
)

function pagesOfPosts(one: string, order: PostOrder): fc.Arbitrary<Step> {
  const cursor = postCursors[order]
  return fc.oneof(
    paging(`posts.page ${order}`, cursor, ({ read }, request) => read.posts.page(order, request)),
    paging(`posts.pageByAuthor ${one} ${order}`, cursor, ({ read }, request) =>
      read.posts.pageByAuthor(one, order, request),
    ),
    paging(`posts.pageByTag weft ${order}`, cursor, ({ read }, request) =>
      read.posts.pageByTag('weft', order, request),
    ),
    paging(`posts.feed ${one} ${order}`, cursor, ({ read }, request) => read.posts.feed(one, order, request)),
  )
}

/** Reads a list to its end, from its beginning or any other place. */
function paging<Cursor>(
  label: string,
  cursor: fc.Arbitrary<Cursor>,
  read: (store: AdministeredStore, request: PageRequest<Cursor>) => Promise<Page<unknown, Cursor>>,
): fc.Arbitrary<Step> {
  return fc.tuple(fc.option(cursor, { nil: undefined }), fc.integer({ min: 1, max: 4 })).map(([start, limit]) => ({
    label: `${label} after ${JSON.stringify(start)}, ${limit} at a time`,
    calls: 1,
    run: (store) => readPages((request) => read(store, request), start, limit),
  }))
}

/** Returns all pages from a place on, cursors included. */
async function readPages<Cursor>(
  read: (request: PageRequest<Cursor>) => Promise<Page<unknown, Cursor>>,
  start: Cursor | undefined,
  limit: number,
): Promise<Page<unknown, Cursor>[]> {
  const page = await read({ after: start, limit })
  return page.length < limit ? [page] : [page, ...(await readPages(read, page.at(-1)?.cursor, limit))]
}
