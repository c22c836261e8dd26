/**
 * A snapshot is a file of JSON lines: a header, the rows of each table, and an end. Tables are in the order of
 * `tableNames`, rows in the order of their keys. It contains password hashes, but neither the token key nor settings.
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
import { formatOf, SNIFFED_BYTES } from '../../../shared/formats.ts'
import { isBase64 } from '../../lib/base64.ts'
import { isObject, rowSchemas, tableNames, type FileRow, type Rows, type TableName } from '../../store/rows.ts'

/** The rows as JSON: the content of a file is in base64. */
export interface SnapshotRows extends Omit<Rows, 'files'> {
  files: Omit<FileRow, 'content'> & { content: string }
}

const count = pipe(number(), integer(), minValue(0))

const headerSchema = strictObject({
  weft: literal('snapshot'),
  version: literal(1),
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
const rowLineSchema = strictObject({ table: picklist(tableNames), row: custom<object>(isObject) })
const endSchema = strictObject({ end: literal(true), rows: count })

const snapshotRowSchemas: { readonly [Table in TableName]: GenericSchema<SnapshotRows[Table]> } = {
  users: strictObject(rowSchemas.users.entries),
  posts: strictObject(rowSchemas.posts.entries),
  reactions: strictObject(rowSchemas.reactions.entries),
  bookmarks: strictObject(rowSchemas.bookmarks.entries),
  follows: strictObject(rowSchemas.follows.entries),
  files: pipe(
    strictObject({ ...rowSchemas.files.entries, content: pipe(string(), check(isBase64, 'must be base64')) }),
    check(({ type, content }) => mimeTypeOf(content) === type, '"type" must agree with "content"'),
  ),
}

export type Header = InferOutput<typeof headerSchema>
export type EndLine = InferOutput<typeof endSchema>

export interface RowLine<Table extends TableName> {
  table: Table
  row: SnapshotRows[Table]
}

export function lineOf(line: Header | RowLine<TableName> | EndLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Throws an error about a line. `problem` must not quote values of the line. */
export type Refuse = (problem: string) => never

export function checkHeader(line: unknown, refuse: Refuse): asserts line is Header {
  validate(headerSchema, line, refuse)
}

export function checkEnd(line: unknown, refuse: Refuse): asserts line is EndLine {
  validate(endSchema, line, refuse)
}

export function checkRowLine(line: unknown, refuse: Refuse): asserts line is { table: TableName; row: object } {
  validate(rowLineSchema, line, refuse)
}

export function checkRow<Table extends TableName>(
  table: Table,
  row: unknown,
  refuse: Refuse,
): asserts row is SnapshotRows[Table] {
  validate(snapshotRowSchemas[table], row, refuse)
}

function validate<Value>(schema: GenericSchema<Value>, value: unknown, refuse: Refuse): asserts value is Value {
  const { success, issues } = safeParse(schema, value, { abortEarly: true })
  if (!success) refuse(problemOf(issues[0]))
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
export const keyOf: { readonly [Table in TableName]: (row: SnapshotRows[Table]) => readonly string[] } = {
  users: ({ id }) => [id],
  posts: ({ id }) => [id],
  reactions: ({ postId, userId }) => [postId, userId],
  bookmarks: ({ userId, postId }) => [userId, postId],
  follows: ({ followerId, followeeId }) => [followerId, followeeId],
  files: ({ id }) => [id],
}

/** Returns the MIME type of a file by its first bytes; undefined for a format that Weft does not show. */
function mimeTypeOf(base64: string): string | undefined {
  // Four characters hold three bytes.
  const head = atob(base64.slice(0, 4 * Math.ceil(SNIFFED_BYTES / 3)))
  const format = formatOf(head.slice(0, SNIFFED_BYTES))
  return format === null || format === 'HEIC' ? undefined : format.mime
}
