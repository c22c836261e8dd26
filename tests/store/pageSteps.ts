/** Random reads of the lists of the store port. */

import * as fc from 'fast-check'

import type {
  IdCursor,
  NameCursor,
  Page,
  PageRequest,
  PostCursors,
  PostOrder,
  SearchCursor,
  SearchScope,
} from '../../resolvers/store/port.ts'
import type { Direction } from '../../resolvers/store/pages.ts'
import { ranks } from '../../resolvers/store/search/firstNames.ts'
import { nameRanks } from '../../resolvers/store/search/nameRanks.ts'
import { foldText } from '../../shared/foldedText.ts'
import { tableNames, type TableName } from '../../resolvers/store/tables.ts'
import { anyId, count, name, text, type Step } from './stepValues.ts'
import type { AdministeredStore, KeyCursor } from '../../resolvers/store/administration.ts'

/** A likely id, or any other. */
const cursorId = fc.oneof(anyId, fc.uuid())
const idCursor: fc.Arbitrary<IdCursor> = fc.record({ id: cursorId })
const postCursors: { readonly [Order in PostOrder]: fc.Arbitrary<PostCursors[Order]> } = {
  LATEST: idCursor,
  TRENDING: fc.record({ likeCount: count, id: cursorId }),
}
const postCursor = fc.record({ postId: cursorId })
const deletion = fc.record<{ deletedAt: number | null; id: string }>({ deletedAt: count, id: cursorId })
const searchCursor: fc.Arbitrary<SearchCursor> = fc.record({
  rank: fc.constantFrom(...Object.values(ranks)),
  part: name,
  folded: name,
  spelled: name,
  id: cursorId,
})

const nameCursor: fc.Arbitrary<NameCursor> = fc.record({
  rank: fc.constantFrom(...Object.values(nameRanks)),
  key: name.map(foldText),
  spelled: fc.oneof(fc.constant(''), name),
  id: cursorId,
})

export const pages: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Direction>('ascending', 'descending').chain((direction) =>
    fc.oneof(
      paging(`users.page ${direction}`, idCursor, ({ read }, request) =>
        read.users.page('byId', { ...request, direction }),
      ),
      paging(`posts.page byDeletion ${direction}`, deletion, ({ read }, request) =>
        read.posts.page('byDeletion', { ...request, direction }),
      ),
    ),
  ),
  text.chain((sought) =>
    paging(`search.usersByFirstName ${sought}`, searchCursor, ({ read }, request) =>
      read.search.usersByFirstName(sought, request),
    ),
  ),
  text.chain((sought) =>
    fc.oneof(
      paging(`search.users ${sought}`, nameCursor, ({ read }, request) => read.search.users(sought, request)),
      paging(`search.users @${sought}`, nameCursor, ({ read }, request) => read.search.users(`@${sought}`, request)),
    ),
  ),
  fc
    .tuple(fc.constantFrom('we', 'weft', 'warp w', 'weft warp', 'and', 'none'), anyId)
    .chain(([sought, userId]) =>
      fc
        .constantFrom<SearchScope>(
          { name: 'ALL' },
          { name: 'MINE', userId },
          { name: 'BOOKMARKED', userId },
          { name: 'FOLLOWING', userId, followingCount: 1 },
          { name: 'FOLLOWING', userId, followingCount: 1000 },
        )
        .chain((scope) =>
          paging(`search.posts ${sought} ${JSON.stringify(scope)}`, idCursor, ({ read }, request) =>
            read.search.posts({ text: sought, scope }, request),
          ),
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
  manyPages(
    'likes',
    ({ read }, requests) =>
      read.reactions.pages(
        'byKind',
        requests.map(({ of, ...request }) => ({ of: [of, 'like'], ...request })),
      ),
    idCursor,
  ),
  manyPages('followers', ({ read }, requests) => read.follows.pages('byFollowee', requests), idCursor),
  manyPages('following', ({ read }, requests) => read.follows.pages('byFollower', requests), idCursor),
  manyPages('posts, latest', ({ read }, requests) => read.posts.pages('authorLatest', requests), postCursors.LATEST),
  manyPages(
    'posts, trending',
    ({ read }, requests) => read.posts.pages('authorTrending', requests),
    postCursors.TRENDING,
  ),
  anyId.chain((one) =>
    fc.oneof(
      paging(`pageOfNotFollowed ${one}`, idCursor, ({ read }, request) => read.users.pageOfNotFollowed(one, request)),
      paging(`likes ${one}`, idCursor, ({ read }, request) =>
        read.reactions.page('byKind', { of: [one, 'like'], ...request }),
      ),
      paging(`reactions of ${one}`, postCursor, ({ read }, request) =>
        read.reactions.page('byUser', { of: one, ...request }),
      ),
      paging(`bookmarks ${one}`, idCursor, ({ read }, request) =>
        read.bookmarks.page('byUser', { of: one, ...request }),
      ),
      paging(`followers ${one}`, idCursor, ({ read }, request) =>
        read.follows.page('byFollowee', { of: one, ...request }),
      ),
      paging(`unlisted posts ${one}`, idCursor, ({ read }, request) =>
        read.posts.page('authorUnlisted', { of: one, ...request }),
      ),
    ),
  ),
)

function pagesOfPosts(one: string, order: PostOrder): fc.Arbitrary<Step> {
  const cursor = postCursors[order]
  return fc.oneof(
    paging(`posts.page ${order}`, cursor, ({ read }, request) => read.posts.page(order, request)),
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

/** Reads one page of each of several lists, some of them repeatedly. */
function manyPages<Cursor>(
  label: string,
  read: (
    store: AdministeredStore,
    requests: (PageRequest<Cursor> & { of: string })[],
  ) => Promise<Page<unknown, Cursor>[]>,
  cursor: fc.Arbitrary<Cursor>,
): fc.Arbitrary<Step> {
  const request = fc.record({
    of: cursorId,
    after: fc.option(cursor, { nil: undefined }),
    limit: fc.integer({ min: 0, max: 4 }),
  })
  return fc.array(request, { maxLength: 5 }).map((requests) => ({
    label: `${label} of ${JSON.stringify(requests)}`,
    calls: 1,
    run: (store) => read(store, requests),
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
