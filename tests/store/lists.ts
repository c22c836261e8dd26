import type { Page, PageRequest, Store } from '../../resolvers/store/port.ts'
import { bookmarkRow, followRow, id, postRow, reactionRow, userRow } from './rows.ts'

/** Reads a page of a list. */
export type Read = (store: Store, request: PageRequest) => Promise<Page<{ id: string }>>

/** Every list that the port reads in pages, and the direction of its positions. */
export const lists: { name: string; direction: 'ascending' | 'descending'; read: Read }[] = [
  {
    name: 'users, oldest first',
    direction: 'ascending',
    read: ({ read }, request) => read.users.page('OLDEST', request),
  },
  {
    name: 'users, newest first',
    direction: 'descending',
    read: ({ read }, request) => read.users.page('NEWEST', request),
  },
  { name: 'posts, latest', direction: 'descending', read: ({ read }, request) => read.posts.page('LATEST', request) },
  {
    name: 'posts, trending',
    direction: 'descending',
    read: ({ read }, request) => read.posts.page('TRENDING', request),
  },
  {
    name: 'posts of an author, latest',
    direction: 'descending',
    read: ({ read }, request) => read.posts.pageByAuthor(id(1), 'LATEST', request),
  },
  {
    name: 'posts of an author, trending',
    direction: 'descending',
    read: ({ read }, request) => read.posts.pageByAuthor(id(1), 'TRENDING', request),
  },
  {
    name: 'feed, latest',
    direction: 'descending',
    read: ({ read }, request) => read.posts.feed(id(1), 'LATEST', request),
  },
  {
    name: 'feed, trending',
    direction: 'descending',
    read: ({ read }, request) => read.posts.feed(id(1), 'TRENDING', request),
  },
  { name: 'likes', direction: 'descending', read: ({ read }, request) => read.reactions.pageOfLikes(id(1), request) },
  { name: 'bookmarks', direction: 'descending', read: ({ read }, request) => read.bookmarks.page(id(1), request) },
  {
    name: 'followers',
    direction: 'descending',
    read: ({ read }, request) => read.follows.pageOfFollowers(id(1), request),
  },
  {
    name: 'following',
    direction: 'descending',
    read: ({ read }, request) => read.follows.pageOfFollowing(id(1), request),
  },
  { name: 'rows of the posts table', direction: 'ascending', read: ({ read }, request) => read.rows('posts', request) },
  { name: 'search', direction: 'ascending', read: ({ read }, request) => read.users.searchByFirstName('a', request) },
]

/** Adds rows with these numbers to every list, in one transaction. */
export function addTo(store: Store, ...numbers: number[]): Promise<void> {
  return store.transaction(async (tx) => {
    for (const number of numbers) {
      await tx.users.put(userRow(number, { firstName: number % 3 === 0 ? 'Ada' : 'Grace' }))
      await tx.posts.put(postRow(number, { likeCount: number % 4 }))
      await tx.reactions.put(reactionRow(number, id(1), id(number), 'like'))
      await tx.reactions.put(reactionRow(number, id(2), id(number), 'dislike'))
      await tx.bookmarks.put(bookmarkRow(number, id(1), id(number)))
      await tx.follows.put(followRow(number, id(1), id(number)))
      await tx.follows.put(followRow(500_000 + number, id(number), id(1)))
    }
  })
}
