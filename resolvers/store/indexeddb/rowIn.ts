import type { Rows, TableName } from '../rows.ts'
import type { ObjectStores } from './database.ts'

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
