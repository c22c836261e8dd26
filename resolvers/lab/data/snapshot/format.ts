/**
 * A snapshot is lines of JSON: a header, each row of each table in the order of `tableNames` and of its keys, an end. It
 * holds what a round trip needs, hashes of passwords too, but neither the token key nor settings.
 */

import type { Counts } from '../../../store/port.ts'
import type { FileRow, Rows, TableName } from '../../../store/rows.ts'

export const version = 1

export interface Header {
  weft: 'snapshot'
  version: typeof version
  /** ISO 8601. */
  exportedAt: string
  counts: Counts
}

/** Rows as JSON has them: a file's content in base64. */
export interface Written extends Omit<Rows, 'files'> {
  files: Omit<FileRow, 'content'> & { content: string }
}

export interface RowLine<Table extends TableName> {
  table: Table
  row: Written[Table]
}

export interface EndLine {
  end: true
  rows: number
}

export function written(line: Header | RowLine<TableName> | EndLine): string {
  return `${JSON.stringify(line)}\n`
}

/** What a row is known by in its table. */
export const keyOf: { readonly [Table in TableName]: (row: Written[Table]) => readonly string[] } = {
  users: ({ id }) => [id],
  posts: ({ id }) => [id],
  reactions: ({ postId, userId }) => [postId, userId],
  bookmarks: ({ userId, postId }) => [userId, postId],
  follows: ({ followerId, followeeId }) => [followerId, followeeId],
  files: ({ id }) => [id],
}
