/**
 * The rows of databases before version 4 and of snapshots of version 1, and how they become rows of today. Dates were
 * days in UTC, text could hold U+0000 and lone surrogates, and a file held its uses and content.
 */

import { array, check, object, omit, pipe, string, type InferOutput } from 'valibot'

import { noMediaDetails, rowSchemas, type FileRow, type FileUseRow, type PostRow, type UserRow } from './rows.ts'
import { toStorable } from './text.ts'

/** The rows of version 4 of a database and of snapshots of version 2. */
export const version4RowSchemas = {
  users: omit(rowSchemas.users, ['tokenGeneration']),
  posts: omit(rowSchemas.posts, ['editedAt']),
}

type Version4Rows = { [Table in keyof typeof version4RowSchemas]: InferOutput<(typeof version4RowSchemas)[Table]> }

export function upgradeUserTo5(row: Version4Rows['users']): UserRow {
  return { ...row, tokenGeneration: 0 }
}

/** A like changed `updatedAt` too, so it does not show whether a post was edited. */
export function upgradePostTo5(row: Version4Rows['posts']): PostRow {
  return { ...row, editedAt: null }
}

const {
  mediaWidth: _width,
  mediaHeight: _height,
  mediaAlt: _alt,
  ...olderPostEntries
} = version4RowSchemas.posts.entries
const { size: _size, ...olderFileEntries } = rowSchemas.files.entries
const day = pipe(string(), check(isDay, 'must be a day such as 2026-05-04'))

export const olderRowSchemas = {
  users: object({ ...version4RowSchemas.users.entries, createdAt: day, updatedAt: day }),
  posts: object({
    ...olderPostEntries,
    postedAt: rowSchemas.posts.entries.createdAt,
    createdAt: day,
    updatedAt: day,
  }),
  /** Without the content, which is bytes in a database and base64 in a snapshot. */
  files: object({
    ...olderFileEntries,
    usedBy: pipe(
      array(rowSchemas.files.entries.id),
      check((ids) => new Set(ids).size === ids.length, 'must be a list of different ids'),
    ),
  }),
}

type OlderRows = { [Table in keyof typeof olderRowSchemas]: InferOutput<(typeof olderRowSchemas)[Table]> }

/** Returns a JSON value whose texts are all storable. */
export function withStorableText(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withStorableText)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [toStorable(name), withStorableText(part)]))
}

export function upgradedUser(row: OlderRows['users']): UserRow {
  return upgradeUserTo5({ ...row, createdAt: startOf(row.createdAt), updatedAt: startOf(row.updatedAt) })
}

export function upgradedPost({ postedAt, createdAt, updatedAt, ...row }: OlderRows['posts']): PostRow {
  return upgradePostTo5({
    ...row,
    ...noMediaDetails,
    createdAt: postedAt,
    updatedAt: updatedAt === createdAt ? postedAt : startOf(updatedAt),
  })
}

export function upgradedFile(
  { usedBy, ...row }: OlderRows['files'],
  size: number,
): { file: FileRow; uses: FileUseRow[] } {
  return { file: { ...row, size }, uses: usedBy.map((user) => ({ fileId: row.id, usedBy: user })) }
}

function isDay(text: string): boolean {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text)
}

/** Returns the first instant of a day; 0 if the text is none. */
function startOf(text: string): number {
  return isDay(text) ? Date.parse(text) : 0
}
