/** How adapters with sorted keys find the place of a row in a list. */

import { foldedName } from '../search/firstNames.ts'
import type { Key } from './keys.ts'
import type { IdCursor, PostCursors, PostOrder, SearchCursor } from '../port.ts'
import type { PostRow, UserRow } from '../rows.ts'

/** The place of each row of a list. */
export interface Placement<Row, Cursor> {
  cursorOf(row: Row): Cursor
  /** The key without the prefix that all rows of the list share. */
  keyOf(cursor: Cursor): Key
}

export const placedById: Placement<{ id: string }, IdCursor> = {
  cursorOf: ({ id }) => ({ id }),
  keyOf: ({ id }) => [id],
}

export const placedByPost: Placement<{ postId: string }, IdCursor> = {
  cursorOf: ({ postId }) => ({ id: postId }),
  keyOf: placedById.keyOf,
}

export const postPlacements: { readonly [Order in PostOrder]: Placement<PostRow, PostCursors[Order]> } = {
  LATEST: placedById,
  TRENDING: {
    cursorOf: ({ likeCount, id }) => ({ likeCount, id }),
    keyOf: ({ likeCount, id }) => [likeCount, id],
  },
}

export function searchCursorOf({ firstName, id }: UserRow, isPrefix: boolean): SearchCursor {
  return { isPrefix, name: foldedName(firstName), id }
}
