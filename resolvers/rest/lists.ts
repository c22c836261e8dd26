import { isId } from '../lib/ids.ts'
import { jsonLength } from '../lib/jsonLength.ts'
import { pagesOf } from '../store/pages.ts'
import type { IdCursor, Page, PageRequest, ReadTables } from '../store/port.ts'
import type { TextMeter } from '../store/meteredReads.ts'
import { toStorable } from '../store/text.ts'
import type { JsonObject } from './body.ts'
import { postRecords, userRecords } from './records.ts'

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
  /** Follows what is read for the sender. The list that a change returns is never refused. */
  meter?: TextMeter | undefined
  isChange: boolean
}

/** Records in the order of creation, the newest last (docs/spec-decisions.md, "Payloads"). */
export interface ListPart<Item> {
  items: Item[]
  /** The place before which the list goes on. Undefined at its start. */
  next: string | undefined
}

export async function listUsers(
  tables: ReadTables,
  viewerId: string | null,
  bounds: ListBounds,
): Promise<ListPart<JsonObject>> {
  return newestOf(
    (request) => tables.users.page('NEWEST', request),
    (users) => userRecords(tables, users, { viewerId, maxEntries: bounds.limits?.rows }),
    bounds,
  )
}

export async function listPosts(tables: ReadTables, bounds: ListBounds): Promise<ListPart<JsonObject>> {
  return newestOf(
    (request) => tables.posts.page('LATEST', request),
    (posts) => postRecords(tables, posts, bounds.limits?.rows),
    bounds,
  )
}

/** Lists the posts of a user; none for an unknown username. */
export async function listPostsBy(
  tables: ReadTables,
  username: string,
  bounds: ListBounds,
): Promise<ListPart<JsonObject>> {
  const user = await tables.users.byUsername(toStorable(username))
  if (!user) return { items: [], next: undefined }
  return newestOf(
    (request) => tables.posts.pageByAuthor(user.id, 'LATEST', request),
    (posts) => postRecords(tables, posts, bounds.limits?.rows),
    bounds,
  )
}

/** Lists the ids of the posts that a user has bookmarked, in the order added. */
export async function listBookmarks(tables: ReadTables, userId: string, bounds: ListBounds): Promise<ListPart<string>> {
  return newestOf(
    (request) => tables.bookmarks.page(userId, request),
    async (bookmarks) => bookmarks.map(({ postId }) => postId),
    bounds,
  )
}

/** How many rows a server reads at once: few, as their texts may be long, but more if those before were short. */
const ROWS_AT_ONCE = { min: 50, max: 200 }

/** The share of a response that one read should fill. */
const SHARE_AT_ONCE = 0.1

function rowsAtOnce(read: number, length: number, maxLength: number): number {
  const fitting = read === 0 ? 0 : Math.floor((SHARE_AT_ONCE * maxLength * read) / length)
  return Math.min(ROWS_AT_ONCE.max, Math.max(ROWS_AT_ONCE.min, fitting))
}

/** Reads the newest rows of a list that starts with these. */
async function newestOf<Row, Item>(
  load: (request: PageRequest<IdCursor>) => Promise<Page<Row, IdCursor>>,
  itemsOf: (rows: Row[]) => Promise<Item[]>,
  { limits, before, meter, isChange }: ListBounds,
): Promise<ListPart<Item>> {
  if (!limits) {
    const rows: Row[] = []
    for await (const page of pagesOf(load)) for (const row of page) rows.push(row)
    return { items: (await itemsOf(rows)).toReversed(), next: undefined }
  }
  if (before !== undefined && !isId(before)) return { items: [], next: undefined }
  const items: Item[] = []
  let after = before === undefined ? undefined : { id: before }
  let length = 0
  for (;;) {
    const limit = Math.min(rowsAtOnce(items.length, length, limits.length), limits.rows - items.length + 1)
    if (!isChange) meter?.check()
    const page = await load({ after, limit })
    const pageItems = await itemsOf(page.map(({ row }) => row))
    for (const [index, item] of pageItems.entries()) {
      const itemLength = jsonLength(item)
      length += itemLength
      meter?.add(itemLength)
      const isFull = items.length === limits.rows || length > limits.length
      if (isFull && items.length > 0) return { items: items.toReversed(), next: after?.id }
      items.push(item)
      after = page[index]?.cursor
    }
    if (page.length < limit) return { items: items.toReversed(), next: undefined }
  }
}
