/** The lists of the store: their orders, the places in them, and their pages. */

import type { Rank } from './search/firstNames.ts'
import type { NameKey, NameRank } from './search/nameRanks.ts'
import type { AnyTable, CursorOf, IndexName, ListOf } from './tables.ts'

/**
 * The orders of posts. `LATEST`: newest first. `TRENDING`: most likes first; posts with equal like counts are ordered
 * newest first (docs/spec-decisions.md, "Dates").
 */
export type PostOrder = 'LATEST' | 'TRENDING'
export type PostCursors = { [Order in PostOrder]: CursorOf<'posts', Order> }

/** The place of a row in a list that is sorted by id. */
export interface IdCursor {
  id: string
}

/** The place of a user among the users that a text finds (`search/firstNames.ts`). They are sorted by these values. */
export interface SearchCursor {
  rank: Rank
  /** The part of the folded name that starts with the text; '' if the name does. */
  part: string
  folded: string
  spelled: string
  id: string
}

/** The place of a user among those whom a text finds by their names (`search/userNames.ts`). They are sorted by these values. */
export interface NameCursor extends NameKey {
  rank: NameRank
  id: string
}

/** The posts that a search looks through: all, those of the users whom a user follows, their own, or those they bookmarked. */
export type SearchScope =
  | { name: 'ALL' }
  | { name: 'MINE' | 'BOOKMARKED'; userId: string }
  | { name: 'FOLLOWING'; userId: string; followingCount?: number }

export interface PostSearch {
  text: string
  scope: SearchScope
}

export interface PageRequest<Cursor> {
  /** The page starts after this place, by default at the beginning. The row itself may be gone. */
  after?: Cursor | undefined
  /** The largest number of rows; `Infinity` for all. */
  limit: number
}

/** What the rows of a list have in common, if it is one of several. */
type Of<Table extends AnyTable, Index extends IndexName<Table>> =
  ListOf<Table, Index> extends readonly [] ? { of?: undefined } : { of: ListOf<Table, Index> }

/** A page of a list of a table. */
export type ListRequest<Table extends AnyTable, Index extends IndexName<Table>> = PageRequest<
  CursorOf<Table, Index>
> & { direction?: Direction } & Of<Table, Index>

/** The rows of a list between two places, in ascending order. */
export type ListRange<Table extends AnyTable, Index extends IndexName<Table>> = {
  after?: CursorOf<Table, Index>
  before?: CursorOf<Table, Index>
} & Of<Table, Index>

/** The direction in which a list is read: the first row first, or the last. */
export type Direction = 'ascending' | 'descending'

export interface FeedRequest<Cursor> extends PageRequest<Cursor> {
  /** How many users the user follows, if it is known: Postgres reads the feed in another way if they are many. */
  followingCount?: number
}

/** Rows in order, each with its place; fewer than `limit` only at the end of the list. */
export type Page<Row, Cursor> = { row: Row; cursor: Cursor }[]

/** Reads a list to its end. Yields the rows of each page. */
export async function* pagesOf<Row, Cursor>(
  read: (request: PageRequest<Cursor>) => Promise<Page<Row, Cursor>>,
  limit = 1000,
): AsyncGenerator<Row[], void> {
  let after: Cursor | undefined
  do {
    const page = await read({ after, limit })
    yield page.map(({ row }) => row)
    after = page.length < limit ? undefined : page.at(-1)?.cursor
  } while (after !== undefined)
}
