/**
 * A snapshot is a file of JSON lines: a header, the rows of each table, and an end. Tables are in the order of
 * `snapshotTables`, rows in the order of their keys. The row of a file holds its uses and content. A snapshot contains
 * password hashes, but neither the token key nor settings. Snapshots of versions 1 and 2 have the rows of `olderRows.ts`.
 */

import {
  check,
  custom,
  integer,
  literal,
  minValue,
  number,
  picklist,
  pipe,
  safeParse,
  strictObject,
  string,
  type BaseIssue,
  type GenericSchema,
  type InferOutput,
} from 'valibot'
import { formatOf, SNIFFED_BYTES } from '../../../shared/sniff.ts'
import { isBase64, sizeOfBase64 } from '../../lib/base64.ts'
import {
  olderRowSchemas,
  upgradePostTo5,
  version4RowSchemas,
  upgradedPost,
  upgradedUser,
  upgradeUserTo5,
  withStorableText,
} from '../../store/olderRows.ts'
import { primaryKeyOf } from '../../store/primaryKeys.ts'
import { isObject, rowSchemas, type FileRow, type Rows } from '../../store/rows.ts'

/** The tables of a snapshot. A row refers only to rows of earlier tables. */
export const snapshotTables = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files'] as const

export type SnapshotTable = (typeof snapshotTables)[number]

/** The rows as JSON: the row of a file has the ids of the posts and users that show it, and its content in base64. */
export interface SnapshotRows extends Omit<Rows, 'files' | 'fileUses'> {
  files: FileRow & { usedBy: string[]; content: string }
}

const count = pipe(number(), integer(), minValue(0))

const headerSchema = strictObject({
  weft: literal('snapshot'),
  version: picklist([1, 2, 3]),
  /** ISO 8601. */
  exportedAt: pipe(
    string(),
    check((text) => !Number.isNaN(Date.parse(text)), 'must be an instant'),
  ),
  counts: strictObject({
    users: count,
    posts: count,
    reactions: count,
    bookmarks: count,
    follows: count,
    files: count,
  }),
})
const rowLineSchema = strictObject({ table: picklist(snapshotTables), row: custom<object>(isObject) })
const endSchema = strictObject({ end: literal(true), rows: count })

const content = pipe(string(), check(isBase64, 'must be base64'))

const fieldsOf = {
  users: rowSchemas.users.entries,
  posts: rowSchemas.posts.entries,
  reactions: rowSchemas.reactions.entries,
  bookmarks: rowSchemas.bookmarks.entries,
  follows: rowSchemas.follows.entries,
  files: { ...rowSchemas.files.entries, usedBy: olderRowSchemas.files.entries.usedBy, content },
}

const snapshotRowSchemas = {
  users: strictObject(fieldsOf.users),
  posts: strictObject(fieldsOf.posts),
  reactions: strictObject(fieldsOf.reactions),
  bookmarks: strictObject(fieldsOf.bookmarks),
  follows: strictObject(fieldsOf.follows),
  files: pipe(
    strictObject(fieldsOf.files),
    check((file) => mimeTypeOf(file.content) === file.type, '"type" must agree with "content"'),
    check((file) => sizeOfBase64(file.content) === file.size, '"size" must agree with "content"'),
  ),
}

const versionOneSchemas = {
  users: strictObject(olderRowSchemas.users.entries),
  posts: strictObject(olderRowSchemas.posts.entries),
  files: pipe(
    strictObject({ ...olderRowSchemas.files.entries, content }),
    check((file) => mimeTypeOf(file.content) === file.type, '"type" must agree with "content"'),
  ),
}

/** Returns the row of a line. */
type RowReaders = {
  readonly [Table in SnapshotTable]: (row: unknown, refuse: Refuse) => SnapshotRows[Table]
}

const readers: RowReaders = {
  users: (row, refuse) => valid(snapshotRowSchemas.users, row, refuse),
  posts: (row, refuse) => valid(snapshotRowSchemas.posts, row, refuse),
  reactions: (row, refuse) => valid(snapshotRowSchemas.reactions, row, refuse),
  bookmarks: (row, refuse) => valid(snapshotRowSchemas.bookmarks, row, refuse),
  follows: (row, refuse) => valid(snapshotRowSchemas.follows, row, refuse),
  files: (row, refuse) => valid(snapshotRowSchemas.files, row, refuse),
}

const versionTwoSchemas = {
  users: strictObject(version4RowSchemas.users.entries),
  posts: strictObject(version4RowSchemas.posts.entries),
}

const versionTwoReaders: RowReaders = {
  ...readers,
  users: (row, refuse) => upgradeUserTo5(valid(versionTwoSchemas.users, row, refuse)),
  posts: (row, refuse) => upgradePostTo5(valid(versionTwoSchemas.posts, row, refuse)),
}

const versionOneReaders: RowReaders = {
  ...readers,
  users: (row, refuse) => upgradedUser(valid(versionOneSchemas.users, withStorableText(row), refuse)),
  posts: (row, refuse) => upgradedPost(valid(versionOneSchemas.posts, withStorableText(row), refuse)),
  files: (row, refuse) => {
    const file = valid(versionOneSchemas.files, row, refuse)
    return { ...file, size: sizeOfBase64(file.content) }
  },
}

const readersOf = { 1: versionOneReaders, 2: versionTwoReaders, 3: readers }

export type Header = InferOutput<typeof headerSchema>
export type EndLine = InferOutput<typeof endSchema>

export function lineOf(line: Header | EndLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Returns a line with the fields in the order of their declaration, whatever their order in the store. */
export function rowLineOf<Table extends SnapshotTable>(table: Table, row: SnapshotRows[Table]): string {
  const values = new Map<string, unknown>(Object.entries(row))
  const fields = Object.keys(fieldsOf[table]).map((name) => [name, values.get(name)])
  return `${JSON.stringify({ table, row: Object.fromEntries(fields) })}\n`
}

/** Throws an error about a line. `problem` must not quote values of the line. */
export type Refuse = (problem: string) => never

export function readHeader(line: unknown, refuse: Refuse): Header {
  return valid(headerSchema, line, refuse)
}

export function readEnd(line: unknown, refuse: Refuse): EndLine {
  return valid(endSchema, line, refuse)
}

export function readRowLine(line: unknown, refuse: Refuse): { table: SnapshotTable; row: object } {
  return valid(rowLineSchema, line, refuse)
}

/** Returns a row of a snapshot of this version as a row of today. */
export function readRow<Table extends SnapshotTable>(
  version: Header['version'],
  table: Table,
  row: unknown,
  refuse: Refuse,
): SnapshotRows[Table] {
  return readersOf[version][table](row, refuse)
}

function valid<Value>(schema: GenericSchema<unknown, Value>, value: unknown, refuse: Refuse): Value {
  const result = safeParse(schema, value, { abortEarly: true })
  return result.success ? result.output : refuse(problemOf(result.issues[0]))
}

/** Describes an issue. Valibot's own messages quote the value, which may be private. */
function problemOf(issue: BaseIssue<unknown>): string {
  const field = issue.path?.map(({ key }) => String(key)).join('.')
  if (issue.type === 'strict_object') {
    if (issue.expected === 'never') return 'there are fields that do not belong here'
    return issue.expected?.startsWith('"') ? `"${field}" is missing` : `"${field}" must be an object`
  }
  return field === undefined ? issue.message : `"${field}" ${ruleOf(issue)}`
}

function ruleOf({ type, expected, requirement, message }: BaseIssue<unknown>): string {
  if (type === 'check') return message
  if (type === 'string') return 'must be a text'
  if (type === 'non_empty') return 'must not be empty'
  if (type === 'number' || type === 'integer') return 'must be a whole number'
  if (type === 'min_value') return `must be at least ${String(requirement)}`
  if (type === 'max_value') return `must be at most ${String(requirement)}`
  if (type === 'literal' || type === 'picklist') return `must be ${expected}`
  if (type === 'array') return 'must be a list'
  return type === 'custom' ? 'must be an object' : 'has the wrong format'
}

/** Returns the key of a row in its table. */
export const keyOf: { readonly [Table in SnapshotTable]: (row: SnapshotRows[Table]) => readonly string[] } =
  primaryKeyOf

/** Returns the MIME type of a file by its first bytes; undefined for a format that Weft does not show. */
function mimeTypeOf(base64: string): string | undefined {
  // Four characters hold three bytes.
  const head = atob(base64.slice(0, 4 * Math.ceil(SNIFFED_BYTES / 3)))
  const format = formatOf(head.slice(0, SNIFFED_BYTES))
  return format === null || format === 'HEIC' ? undefined : format.mime
}
