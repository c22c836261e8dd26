/** The lists of the store: their orders, the places in them, and their pages. */

/** The place of a row in a list that is sorted by id. */
export interface IdCursor {
  id: string
}

/**
 * The orders of posts, each with its cursor. `LATEST`: newest first. `TRENDING`: most likes first; posts with equal like
 * counts are ordered newest first (docs/spec-decisions.md, "Dates").
 */
export interface PostCursors {
  LATEST: IdCursor
  TRENDING: { likeCount: number; id: string }
}
export type PostOrder = keyof PostCursors

/** The place of a user among the users that a text finds. */
export interface SearchCursor {
  /** Whether the name starts with the text: those names come first. */
  isPrefix: boolean
  /** The folded first name (`firstNames.ts`). */
  name: string
  id: string
}

export interface PageRequest<Cursor> {
  /** The page starts after this place, by default at the beginning. The row itself may be gone. */
  after?: Cursor | undefined
  /** The largest number of rows. */
  limit: number
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
