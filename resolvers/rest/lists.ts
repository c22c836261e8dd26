import type { Page, PageRequest, ReadTables } from '../store/port.ts'
import type { PostRow, UserRow } from '../store/rows.ts'

/** Every member, in the order they joined. */
export async function allUsers(tables: ReadTables): Promise<UserRow[]> {
  return everyRow((request) => tables.users.page('OLDEST', request))
}

/** Every post in order of creation, the newest last (docs/spec-decisions.md, "Payloads"). */
export async function allPosts(tables: ReadTables): Promise<PostRow[]> {
  return (await everyRow((request) => tables.posts.page('LATEST', request))).toReversed()
}

/** This member's posts in order of creation; none for an unknown username. */
export async function postsByUsername(tables: ReadTables, username: string): Promise<PostRow[]> {
  const user = await tables.users.byUsername(username)
  if (!user) return []
  return (await everyRow((request) => tables.posts.pageByAuthor(user.id, 'LATEST', request))).toReversed()
}

const pageSize = 1000

/** The facade knows no pages: all of them, one after the other. */
async function everyRow<Row>(load: (request: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (
    let page = await load({ limit: pageSize });
    ;
    page = await load({ limit: pageSize, after: page.at(-1)?.position })
  ) {
    for (const { row } of page) rows.push(row)
    if (page.length < pageSize) return rows
  }
}
