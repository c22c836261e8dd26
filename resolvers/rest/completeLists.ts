import type { IdCursor, Page, PageRequest, ReadTables } from '../store/port.ts'
import { pagesOf } from '../store/pages.ts'
import type { PostRow, UserRow } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'

/** Returns all users in the order of sign-up. */
export async function allUsers(tables: ReadTables): Promise<UserRow[]> {
  return allRows((request) => tables.users.page('OLDEST', request))
}

/** Returns all posts in the order of creation, the newest last (docs/spec-decisions.md, "Payloads"). */
export async function allPosts(tables: ReadTables): Promise<PostRow[]> {
  return (await allRows((request) => tables.posts.page('LATEST', request))).toReversed()
}

/** Returns the posts of a user in the order of creation; none for an unknown username. */
export async function postsByUsername(tables: ReadTables, username: string): Promise<PostRow[]> {
  const user = await tables.users.byUsername(toStorable(username))
  if (!user) return []
  return (await allRows((request) => tables.posts.pageByAuthor(user.id, 'LATEST', request))).toReversed()
}

/** Loads all pages of a list: REST has no paging. */
async function allRows<Row>(load: (request: PageRequest<IdCursor>) => Promise<Page<Row, IdCursor>>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pagesOf(load)) for (const row of page) rows.push(row)
  return rows
}
