/** The lists that clients page through. */

import { boolean, object } from 'valibot'
import type { IdCursor, Page, PageRequest, PostCursors, PostOrder, SearchCursor } from '../store/port.ts'
import { rowSchemas, type PostRow } from '../store/rows.ts'
import { connection, type Connection, type ConnectionArgs, type List } from './connections.ts'

const { id, likeCount } = rowSchemas.posts.entries
const listById = (name: string): List<IdCursor> => ({ name, cursor: object({ id }) })

/** The orders of posts. */
export const postLists: { readonly [Order in PostOrder]: List<PostCursors[Order]> } = {
  LATEST: listById('LATEST'),
  TRENDING: { name: 'TRENDING', cursor: object({ likeCount, id }) },
}

/** The orders of users. */
export const userLists = { OLDEST: listById('OLDEST'), NEWEST: listById('NEWEST') }

/** Lists of links: nodes are the users or posts that they lead to. */
export const linkLists = {
  LIKES: listById('LIKES'),
  LIKED: listById('LIKED'),
  BOOKMARKS: listById('BOOKMARKS'),
  FOLLOWERS: listById('FOLLOWERS'),
  FOLLOWING: listById('FOLLOWING'),
}

/** The users whose first name contains a text. */
export function searchList(text: string): List<SearchCursor> {
  return {
    name: `SEARCH ${text}`,
    cursor: object({ isPrefix: boolean(), name: rowSchemas.users.entries.firstName, id }),
  }
}

/** Loads a page of posts in the requested order. */
export function postConnection<Order extends PostOrder>(
  args: ConnectionArgs & { orderBy: Order },
  load: (order: Order, request: PageRequest<PostCursors[Order]>) => Promise<Page<PostRow, PostCursors[Order]>>,
): Promise<Connection<PostRow>> {
  return connection(args, postLists[args.orderBy], (request) => load(args.orderBy, request))
}
