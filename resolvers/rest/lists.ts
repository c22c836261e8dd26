import { isId } from '../lib/ids.ts'
import { jsonLength } from '../lib/jsonLength.ts'
import { pagesOf } from '../store/pages.ts'
import type { ReadContext } from '../services/serviceContext.ts'
import type { IdCursor, Page, PageRequest } from '../store/port.ts'
import type { BookmarkRow, PostRow } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'
import type { JsonObject } from './body.ts'
import { postRecords, userRecords, visiblePostIds } from './records.ts'

/** How much of a list a server responds with. */
export interface ListLimits {
  /** The largest number of rows, and of entries in each list inside a record. */
  rows: number
  /** The largest number of characters, unless the first row alone has more. */
  length: number
}

/** Which rows of a list a response has: all, or the newest on a server. */
export interface ListBounds {
  /** Undefined: all. */
  limits?: ListLimits | undefined
  /** Only rows before this place, as `next` of an earlier part. */
  before?: string | undefined
}

/** Records in the order of creation, the newest last (docs/spec-decisions.md, "Payloads"). */
export interface ListPart<Item> {
  items: Item[]
  /** The place before which the list goes on. Undefined at its start. */
  next: string | undefined
}

export async function listUsers(
  read: ReadContext,
  viewerId: string | null,
  bounds: ListBounds,
): Promise<ListPart<JsonObject>> {
  return newestOf(
    (request) => read.tx.users.page('byId', request),
    read.visible.users,
    (users) => userRecords(read, users, { viewerId, maxEntries: bounds.limits?.rows }),
    bounds,
  )
}

export async function listPosts(read: ReadContext, bounds: ListBounds): Promise<ListPart<JsonObject>> {
  return newestPosts(read, (request) => read.tx.posts.page('LATEST', request), bounds)
}

/** Lists the posts of a user; none for an unknown username. */
export async function listPostsBy(
  read: ReadContext,
  username: string,
  bounds: ListBounds,
): Promise<ListPart<JsonObject>> {
  const user = await read.tx.users.byUsername(toStorable(username))
  if (!user || (await read.visible.users([user])).length === 0) return { items: [], next: undefined }
  return newestPosts(read, (request) => read.tx.posts.page('authorLatest', { of: user.id, ...request }), bounds)
}

function newestPosts(
  read: ReadContext,
  load: (request: PageRequest<IdCursor>) => Promise<Page<PostRow, IdCursor>>,
  bounds: ListBounds,
): Promise<ListPart<JsonObject>> {
  return newestOf(load, read.visible.posts, (posts) => postRecords(read, posts, bounds.limits?.rows), bounds)
}

/** Lists the ids of the posts that a user has bookmarked, in the order added. */
export async function listBookmarks(read: ReadContext, userId: string, bounds: ListBounds): Promise<ListPart<string>> {
  return newestOf(
    (request) => read.tx.bookmarks.page('byUser', { of: userId, ...request }),
    async (bookmarks) => {
      const ids = new Set(await visiblePostIds(read, postIds(bookmarks)))
      return bookmarks.filter(({ postId }) => ids.has(postId))
    },
    async (bookmarks) => postIds(bookmarks),
    bounds,
  )
}

function postIds(bookmarks: readonly BookmarkRow[]): string[] {
  return bookmarks.map(({ postId }) => postId)
}

/** How many rows a server reads at once: few, as their texts may be long, but more if those before were short. */
const ROWS_AT_ONCE = { min: 50, max: 200 }

/** The share of a response that one read should fill. */
const SHARE_AT_ONCE = 0.1

function rowsAtOnce(read: number, length: number, maxLength: number): number {
  const fitting = read === 0 ? 0 : Math.floor((SHARE_AT_ONCE * maxLength * read) / length)
  return Math.min(ROWS_AT_ONCE.max, Math.max(ROWS_AT_ONCE.min, fitting))
}

/** Reads the newest rows of a list that are visible. */
async function newestOf<Row extends IdCursor, Item>(
  load: (request: PageRequest<IdCursor>) => Promise<Page<Row, IdCursor>>,
  visibleOf: (rows: Row[]) => Promise<Row[]>,
  itemsOf: (rows: Row[]) => Promise<Item[]>,
  { limits, before }: ListBounds,
): Promise<ListPart<Item>> {
  if (!limits) {
    const rows: Row[] = []
    for await (const page of pagesOf(load)) for (const row of page) rows.push(row)
    const items = await itemsOf(await visibleOf(rows))
    return { items: items.toReversed(), next: undefined }
  }
  if (before !== undefined && !isId(before)) return { items: [], next: undefined }
  const items: Item[] = []
  let after = before
  let length = 0
  for (;;) {
    const limit = Math.min(rowsAtOnce(items.length, length, limits.length), limits.rows - items.length + 1)
    const page = await load({ after: after === undefined ? undefined : { id: after }, limit })
    const shown = await visibleOf(page.map(({ row }) => row))
    const pageItems = await itemsOf(shown)
    for (const [index, item] of pageItems.entries()) {
      length += jsonLength(item)
      const isFull = items.length === limits.rows || length > limits.length
      if (isFull && items.length > 0) return { items: items.toReversed(), next: after }
      items.push(item)
      after = shown[index]?.id
    }
    if (page.length < limit) return { items: items.toReversed(), next: undefined }
    after = page.at(-1)?.row.id
  }
}
