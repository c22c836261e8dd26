import { jsonLength } from '../lib/jsonLength.ts'
import type { ReadTables } from './port.ts'

/** Follows how much text is read for one response. */
export interface TextMeter {
  /** Called before rows with long texts are read. Throws if no more may be read. */
  check(): void
  /** Called with the length of what was read. */
  add(length: number): void
}

/**
 * Returns the same calls. A meter counts what those that return many long texts read, and they run one after the other:
 * so no more than one page is read beyond what the meter allows.
 */
export function meteredReads(read: ReadTables, meter: TextMeter): ReadTables {
  const { users, posts } = read
  let last: Promise<unknown> = Promise.resolve()
  const metered = <Rows>(call: () => Promise<Rows>): Promise<Rows> => {
    const result = last.then(async () => {
      meter.check()
      const rows = await call()
      meter.add(jsonLength(rows))
      return rows
    })
    last = result.catch(() => undefined)
    return result
  }
  return {
    ...read,
    users: {
      ...users,
      getBios: (ids) => metered(() => users.getBios(ids)),
      page: (order, request) => metered(() => users.page(order, request)),
      searchByFirstName: (text, request) => metered(() => users.searchByFirstName(text, request)),
    },
    posts: {
      ...posts,
      getMany: (ids) => metered(() => posts.getMany(ids)),
      page: (order, request) => metered(() => posts.page(order, request)),
      pageByAuthor: (authorId, order, request) => metered(() => posts.pageByAuthor(authorId, order, request)),
      pageByTag: (tag, order, request) => metered(() => posts.pageByTag(tag, order, request)),
      feed: (userId, order, request) => metered(() => posts.feed(userId, order, request)),
    },
  }
}
