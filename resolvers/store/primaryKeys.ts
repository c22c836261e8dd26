import type { Rows, TableName } from './rows.ts'

/** What identifies a row in its table. */
export const primaryKeyOf: { readonly [Table in TableName]: (row: Rows[Table]) => readonly string[] } = {
  users: ({ id }) => [id],
  posts: ({ id }) => [id],
  reactions: ({ postId, userId }) => [postId, userId],
  bookmarks: ({ userId, postId }) => [userId, postId],
  follows: ({ followerId, followeeId }) => [followerId, followeeId],
  files: ({ id }) => [id],
  fileUses: ({ fileId, usedBy }) => [fileId, usedBy],
}
