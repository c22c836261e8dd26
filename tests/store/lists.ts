import type { IdCursor, NameCursor, Page, PageRequest, PostCursors, SearchCursor } from '../../resolvers/store/port.ts'
import { bookmarkRow, followRow, id, idsOf, postRow, reactionRow, userRow } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** A page of a list, of whatever cursors. */
interface ListPage {
  ids: string[]
  /** Reads the page after this one, by default of the same store and length. */
  next(store?: AdministeredStore, limit?: number): Promise<ListPage>
}

/** A list that the port reads in pages. */
export interface List {
  name: string
  first(store: AdministeredStore, limit: number): Promise<ListPage>
}

export function listOf<Cursor>(
  name: string,
  read: (tables: AdministeredStore['read'], request: PageRequest<Cursor>) => Promise<Page<{ id: string }, Cursor>>,
): List {
  const pageAfter = async (store: AdministeredStore, after: Cursor | undefined, limit: number): Promise<ListPage> => {
    const page = await read(store.read, { after, limit })
    const last = page.at(-1)?.cursor ?? after
    return { ids: idsOf(page), next: (from = store, length = limit) => pageAfter(from, last, length) }
  }
  return { name, first: (store, limit) => pageAfter(store, undefined, limit) }
}

/** Every list that the port reads in pages. */
export const lists: List[] = [
  listOf<IdCursor>('users, oldest first', ({ users }, request) =>
    users.page('byId', { ...request, direction: 'ascending' }),
  ),
  listOf<IdCursor>('users, newest first', ({ users }, request) => users.page('byId', request)),
  listOf<IdCursor>('posts, latest', ({ posts }, request) => posts.page('LATEST', request)),
  listOf<PostCursors['TRENDING']>('posts, trending', ({ posts }, request) => posts.page('TRENDING', request)),
  listOf<IdCursor>('posts of an author, latest', ({ posts }, request) =>
    posts.page('authorLatest', { of: id(1), ...request }),
  ),
  listOf<PostCursors['TRENDING']>('posts of an author, trending', ({ posts }, request) =>
    posts.page('authorTrending', { of: id(1), ...request }),
  ),
  listOf<IdCursor>('feed, latest', ({ posts }, request) => posts.feed(id(1), 'LATEST', request)),
  listOf<PostCursors['TRENDING']>('feed, trending', ({ posts }, request) => posts.feed(id(1), 'TRENDING', request)),
  listOf<IdCursor>('tag, latest', ({ posts }, request) => posts.pageByTag('weaving', 'LATEST', request)),
  listOf<PostCursors['TRENDING']>('tag, trending', ({ posts }, request) =>
    posts.pageByTag('weaving', 'TRENDING', request),
  ),
  listOf<IdCursor>('likes', ({ reactions }, request) => reactions.page('byKind', { of: [id(1), 'like'], ...request })),
  listOf<{ postId: string }>('reactions of a user', async ({ reactions }, request) => {
    const page = await reactions.page('byUser', { of: id(900_000), ...request })
    return page.map(({ row: { postId }, cursor }) => ({ row: { id: postId }, cursor }))
  }),
  listOf<IdCursor>('bookmarks', ({ bookmarks }, request) => bookmarks.page('byUser', { of: id(1), ...request })),
  listOf<IdCursor>('followers', ({ follows }, request) => follows.page('byFollowee', { of: id(1), ...request })),
  listOf<IdCursor>('following', ({ follows }, request) => follows.page('byFollower', { of: id(1), ...request })),
  listOf<IdCursor>('users who are not followed', ({ users }, request) => users.pageOfNotFollowed(id(0), request)),
  listOf<SearchCursor>('search for a letter', ({ search }, request) => search.usersByFirstName('a', request)),
  listOf<SearchCursor>('search for the start of some names', ({ search }, request) =>
    search.usersByFirstName('abel', request),
  ),
  listOf<SearchCursor>('search for the end of all names', ({ search }, request) =>
    search.usersByFirstName('bel', request),
  ),
  listOf<IdCursor>('posts with a word', ({ search }, request) =>
    search.posts({ text: 'weaving', scope: { name: 'ALL' } }, request),
  ),
  listOf<IdCursor>('posts with the start of a word', ({ search }, request) =>
    search.posts({ text: 'wea', scope: { name: 'ALL' } }, request),
  ),
  listOf<NameCursor>('names with a word', ({ search }, request) => search.users('lovelace', request)),
  listOf<NameCursor>('names with the starts of words', ({ search }, request) => search.users('lov use', request)),
  listOf<NameCursor>('usernames', ({ search }, request) => search.users('@user', request)),
]

const firstNames = ['Abel', 'Isabel', 'Mirabel']

/** Adds rows with these numbers to every list, in one transaction. */
export function addTo({ admin }: AdministeredStore, ...numbers: number[]): Promise<void> {
  const others = numbers.filter((number) => number !== 1)
  return admin.transaction(async (tx) => {
    await tx.insertMany(
      'users',
      numbers.map((number) => userRow(number, { firstName: firstNames[number % 3] ?? '' })),
    )
    await tx.insertMany(
      'posts',
      numbers.map((number) => postRow(number, { likeCount: number % 4, content: '#Weaving' })),
    )
    await tx.insertMany('reactions', [
      ...numbers.map((number) => reactionRow(number, id(1), id(number), 'like')),
      ...numbers.map((number) => reactionRow(500_000 + number, id(2), id(number), 'dislike')),
      ...numbers.map((number) =>
        reactionRow(1_000_000 + number, id(number), id(900_000), number % 2 === 0 ? 'like' : 'dislike'),
      ),
    ])
    await tx.insertMany(
      'bookmarks',
      numbers.map((number) => bookmarkRow(number, id(1), id(number))),
    )
    await tx.insertMany('follows', [
      ...numbers.map((number) => followRow(number, id(1), id(number))),
      ...others.map((number) => followRow(500_000 + number, id(number), id(1))),
    ])
  })
}
