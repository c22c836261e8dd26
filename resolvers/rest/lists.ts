import type { IdCursor, Page, PageRequest, ReadTables } from '../store/port.ts'
import { pagesOf } from '../store/pages.ts'
import type { PostRow, UserRow } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'

/** Which rows of a list a response has: all, or the newest on a server. */
export interface ListBounds {
  /** The largest number of rows. Undefined: all. */
  limit?: number | undefined
  /** Only rows before this place, as `next` of an earlier part. */
  before?: string | undefined
}

/** Rows in the order of creation, the newest last (docs/spec-decisions.md, "Payloads"). */
export interface ListPart<Row> {
  rows: Row[]
  /** The place before which the list goes on. Undefined at its start. */
  next: string | undefined
}

export async function listUsers(tables: ReadTables, bounds: ListBounds): Promise<ListPart<UserRow>> {
  return newestOf((request) => tables.users.page('NEWEST', request), bounds)
}

export async function listPosts(tables: ReadTables, bounds: ListBounds): Promise<ListPart<PostRow>> {
  return newestOf((request) => tables.posts.page('LATEST', request), bounds)
}

/** Lists the posts of a user; none for an unknown username. */
export async function listPostsBy(
  tables: ReadTables,
  username: string,
  bounds: ListBounds,
): Promise<ListPart<PostRow>> {
  const user = await tables.users.byUsername(toStorable(username))
  if (!user) return { rows: [], next: undefined }
  return newestOf((request) => tables.posts.pageByAuthor(user.id, 'LATEST', request), bounds)
}

/** Lists the ids of the posts that a user has bookmarked, in the order added. */
export async function listBookmarks(tables: ReadTables, userId: string, bounds: ListBounds): Promise<ListPart<string>> {
  const { rows, next } = await newestOf((request) => tables.bookmarks.page(userId, request), bounds)
  return { rows: rows.map(({ postId }) => postId), next }
}

/** Reads the newest rows of a list that starts with these. */
async function newestOf<Row>(
  load: (request: PageRequest<IdCursor>) => Promise<Page<Row, IdCursor>>,
  { limit, before }: ListBounds,
): Promise<ListPart<Row>> {
  if (limit === undefined) {
    const rows: Row[] = []
    for await (const page of pagesOf(load)) for (const row of page) rows.push(row)
    return { rows: rows.toReversed(), next: undefined }
  }
  const after = before === undefined ? undefined : { id: toStorable(before) }
  const page = await load({ after, limit: limit + 1 })
  const part = page.slice(0, limit)
  return {
    rows: part.map(({ row }) => row).toReversed(),
    next: page.length > limit ? part.at(-1)?.cursor.id : undefined,
  }
}
