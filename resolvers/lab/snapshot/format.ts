/**
 * A snapshot is a file of JSON lines: a header, the rows of each table, and an end. Tables are in the order of
 * `snapshotTables`, rows in the order of their keys. The row of a file holds its uses and content. A snapshot contains
 * password hashes, but neither the token key nor settings.
 */

import {
  array,
  check,
  custom,
  entriesFromList,
  integer,
  literal,
  minValue,
  number,
  picklist,
  pipe,
  strictObject,
  string,
  type BaseIssue,
  type GenericSchema,
  type InferOutput,
} from 'valibot'
import { isObject } from '../../../shared/json.ts'
import { formatOf, SNIFFED_BYTES } from '../../../shared/sniff.ts'
import { isBase64, sizeOfBase64 } from '../../lib/base64.ts'
import { rowShapes, type FileRow, type Rows } from '../../store/rows.ts'

/** The tables of a snapshot. A row refers only to rows of earlier tables. */
export const snapshotTables = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files'] as const

export type SnapshotTable = (typeof snapshotTables)[number]

/** The rows as JSON: the row of a file has the ids of the posts and users that show it, and its content in base64. */
export interface SnapshotRows extends Omit<Rows, 'files' | 'fileUses'> {
  files: FileRow & { usedBy: string[]; content: string }
}

/** The version of the snapshots that Weft writes. Smaller numbers were used before the first release. */
export const SNAPSHOT_VERSION = 4

/** The versions that Weft reads. */
const readVersions = [SNAPSHOT_VERSION] as const

const count = pipe(number(), integer(), minValue(0))

export const headerShape = strictObject({
  weft: literal('snapshot'),
  version: picklist(readVersions),
  /** ISO 8601. */
  exportedAt: pipe(
    string(),
    check((text) => !Number.isNaN(Date.parse(text)), 'must be an instant'),
  ),
  counts: strictObject(entriesFromList(snapshotTables, count)),
})
export const rowLineShape = strictObject({ table: picklist(snapshotTables), row: custom<object>(isObject) })
export const endShape = strictObject({ end: literal(true), rows: count })

const usedBy = pipe(
  array(rowShapes.files.entries.id),
  check((ids) => new Set(ids).size === ids.length, 'must be a list of different ids'),
)
const content = pipe(string(), check(isBase64, 'must be base64'))

const fileShape = strictObject({ ...rowShapes.files.entries, usedBy, content })

export type RowShapes = { readonly [Table in SnapshotTable]: GenericSchema<unknown, SnapshotRows[Table]> }

const presentShapes: RowShapes = {
  users: strictObject(rowShapes.users.entries),
  posts: strictObject(rowShapes.posts.entries),
  reactions: strictObject(rowShapes.reactions.entries),
  bookmarks: strictObject(rowShapes.bookmarks.entries),
  follows: strictObject(rowShapes.follows.entries),
  files: pipe(
    fileShape,
    check((file) => mimeTypeOf(file.content) === file.type, '"type" must agree with "content"'),
    check((file) => sizeOfBase64(file.content) === file.size, '"size" must agree with "content"'),
  ),
}

/** The shapes of the rows by version. An earlier version declares the columns that it had, and fills the others. */
export const shapesByVersion: Readonly<Record<Header['version'], RowShapes>> = { [SNAPSHOT_VERSION]: presentShapes }

export type Header = InferOutput<typeof headerShape>
export type EndLine = InferOutput<typeof endShape>

export function lineOf(line: Header | EndLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Returns a line with the fields in the order of their declaration, whatever their order in the store. */
export function rowLineOf<Table extends SnapshotTable>(table: Table, row: SnapshotRows[Table]): string {
  const values = new Map<string, unknown>(Object.entries(row))
  const { entries } = table === 'files' ? fileShape : rowShapes[table]
  const fields = Object.keys(entries).map((name) => [name, values.get(name)])
  return `${JSON.stringify({ table, row: Object.fromEntries(fields) })}\n`
}

/** Describes an issue. Valibot's own messages quote the value, which may be private. */
export function problemOf(issue: BaseIssue<unknown>): string {
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

/** Returns the MIME type of a file by its first bytes; undefined for a format that Weft does not show. */
function mimeTypeOf(base64: string): string | undefined {
  // Four characters hold three bytes.
  const head = atob(base64.slice(0, 4 * Math.ceil(SNIFFED_BYTES / 3)))
  const format = formatOf(head.slice(0, SNIFFED_BYTES))
  return format === null || format === 'HEIC' ? undefined : format.mime
}
