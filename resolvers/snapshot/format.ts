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
  safeParse,
  strictObject,
  string,
  type BaseIssue,
  type GenericSchema,
  type InferOutput,
} from 'valibot'
import { mediaPath } from '../../shared/formats.ts'
import { isObject } from '../../shared/json.ts'
import { formatOf, SNIFFED_BYTES } from '../../shared/sniff.ts'
import { isBase64, sizeOfBase64 } from '../lib/base64.ts'
import type { FileRow, Rows } from '../store/rows.ts'
import { tableNames, tables } from '../store/tables.ts'

/** The tables of a snapshot. A row refers only to rows of earlier tables. */
export const snapshotTables = tableNames.filter((table) => table !== 'fileUses')

export type SnapshotTable = (typeof snapshotTables)[number]

/** The rows as JSON: the row of a file has the ids of the posts and users that show it, and its content in base64. */
export interface SnapshotRows extends Omit<Rows, 'files' | 'fileUses'> {
  files: FileRow & { usedBy: string[]; content: string }
}

/**
 * The version of the snapshots that Weft writes and reads. 1.0 wrote the same one, which is the only way for its data to a
 * later version: rows get the defaults of columns that they do not have.
 */
export const SNAPSHOT_VERSION = 4

const count = pipe(number(), integer(), minValue(0))

export const headerShape = strictObject({
  weft: literal('snapshot'),
  version: literal(SNAPSHOT_VERSION),
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
  array(tables.files.shape.entries.id),
  check((ids) => new Set(ids).size === ids.length, 'must be a list of different ids'),
)
const content = pipe(string(), check(isBase64, 'must be base64'))

const entries = {
  users: tables.users.shape.entries,
  posts: tables.posts.shape.entries,
  reactions: tables.reactions.shape.entries,
  bookmarks: tables.bookmarks.shape.entries,
  follows: tables.follows.shape.entries,
  files: { ...tables.files.shape.entries, usedBy, content },
}

type RowShapes = { readonly [Table in SnapshotTable]: GenericSchema<unknown, SnapshotRows[Table]> }

export const rowShapesOfSnapshot: RowShapes = {
  users: strictObject(entries.users),
  posts: strictObject(entries.posts),
  reactions: strictObject(entries.reactions),
  bookmarks: strictObject(entries.bookmarks),
  follows: strictObject(entries.follows),
  files: strictObject(entries.files),
}

export type Header = InferOutput<typeof headerShape>
export type EndLine = InferOutput<typeof endShape>

export function lineOf(line: Header | EndLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Returns a line with the fields in the order of their declaration, whatever their order in the store. */
export function rowLineOf<Table extends SnapshotTable>(table: Table, row: SnapshotRows[Table]): string {
  const values = new Map<string, unknown>(Object.entries(row))
  const fields = Object.keys(entries[table]).map((name) => [name, values.get(name)])
  return `${JSON.stringify({ table, row: Object.fromEntries(fields) })}\n`
}

/**
 * Whether the bytes of a file are not what its row says: an import leaves the file out, so that one damaged file makes no
 * backup useless. `content` is empty if a store has lost the bytes.
 */
export function isDamaged({ type, size, content: base64 }: SnapshotRows['files']): boolean {
  return mimeTypeOf(base64) !== type || sizeOfBase64(base64) !== size
}

/** Says that a file is damaged. */
export function damageOf(fileId: string): string {
  return `The file ${mediaPath}/${fileId} is damaged: an import leaves it out.`
}

/** Returns why an import would refuse a row that a store has, undefined for others: it was stored before a limit. */
export function problemOfRow<Table extends SnapshotTable>(table: Table, row: Rows[Table]): string | undefined {
  const result = safeParse(tables[table].shape, row, { abortEarly: true })
  return result.success ? undefined : problemOf(result.issues[0])
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
  if (type === 'max_length') return `must not be longer than ${String(requirement)} characters`
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
