import { firstNameKeys } from '../search/firstNameKeys.ts'
import { tagKeys } from '../search/tagKeys.ts'
import type { PostRow, Rows, TableName } from '../rows.ts'
import type { ObjectStores, PostRecord } from './objectStores.ts'

/** Returns the row of a record. The records of users and posts also contain the keys of an index. */
export const rowIn: { readonly [Table in TableName]: (record: ObjectStores[Table]['value']) => Rows[Table] } = {
  users: ({ row }) => row,
  posts: ({ tagKeys: _tagKeys, ...row }) => row,
  reactions: (row) => row,
  bookmarks: (row) => row,
  follows: (row) => row,
  files: (row) => row,
  fileUses: (row) => row,
}

/** Returns the record of a row. */
export const recordOf: { readonly [Table in TableName]: (row: Rows[Table]) => ObjectStores[Table]['value'] } = {
  users: (row) => ({ row, firstNameKeys: firstNameKeys(row.firstName, row.id) }),
  posts: postRecord,
  reactions: (row) => row,
  bookmarks: (row) => row,
  follows: (row) => row,
  files: (row) => row,
  fileUses: (row) => row,
}

/** Returns a post as it is stored. */
export function postRecord(row: PostRow): PostRecord {
  return { ...row, tagKeys: tagKeys(row) }
}
