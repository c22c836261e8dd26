/**
 * The kinds of columns. Each has a type and, in a `pipe`, a format and how Postgres stores it. `safeParse(shape, row).typed`
 * is true if all types are right: this is enough for a row that Weft has stored. `success` also requires every format:
 * check it for a row that comes from outside.
 */

import {
  array,
  check,
  custom,
  getMetadata,
  integer,
  maxLength,
  maxValue,
  metadata,
  minValue,
  nonEmpty,
  nullable,
  number,
  object,
  picklist,
  pipe,
  readonly,
  regex,
  string,
  type GenericSchema,
} from 'valibot'

import { mediaTypePattern } from '../../shared/formats.ts'
import { isNestedAtMost, isObject, type Json } from '../../shared/json.ts'
import { hasFewMarks, marksRule, textLimits } from '../../shared/textLimits.ts'
import { isStorable } from './text.ts'

type SqlType = 'uuid' | 'bigint' | 'integer' | 'text' | 'json'

/** How Postgres stores a column. Without metadata it is a text. */
export function sqlColumnOf(shape: GenericSchema): { type: SqlType; isNullable: boolean } {
  const { sql = 'text', isNullable = false }: { sql?: SqlType; isNullable?: boolean } = getMetadata(shape)
  return { type: sql, isNullable }
}

/** The deepest nesting of `extra` that every browser can copy into its database. */
const MAX_EXTRA_DEPTH = 1000
/** The longest `extra`, as JSON in UTF-8: 4 kB. Lists of users have it, too. */
export const MAX_EXTRA_BYTES = 4096

const storableRule = 'must not have U+0000 or lone surrogates'
/** A text without a limit: what is stored within one may be longer once it is folded. */
export const storableText = pipe(string(), check(isStorable, storableRule))
/** A text that clients send. A row that was stored with a longer one stays readable: its type is right. */
export const textOf = (field: keyof typeof textLimits) =>
  pipe(storableText, maxLength(textLimits[field]), check(hasFewMarks, marksRule))
/** The id of this row or of another, stored as a text. */
export const textId = pipe(storableText, nonEmpty())
/** The id of this row or of another: 16 bytes in each row and index, where its text takes 37. Both have the same order. */
export const id = pipe(textId, metadata({ sql: 'uuid' }))
export const noId = pipe(nullable(id), metadata({ sql: 'uuid', isNullable: true }))
/** Milliseconds since 1970, within the range of `Date`. */
export const instant = pipe(number(), integer(), minValue(0), maxValue(8.64e15), metadata({ sql: 'bigint' }))
export const noInstant = pipe(nullable(instant), metadata({ sql: 'bigint', isNullable: true }))
/** An `Int` of GraphQL that is not negative. */
export const count = pipe(number(), integer(), minValue(0), maxValue(2 ** 31 - 1), metadata({ sql: 'integer' }))
/** Width or height in pixels; null if it is not known. */
export const pixels = pipe(
  nullable(pipe(number(), integer(), minValue(1), maxValue(2 ** 31 - 1))),
  metadata({ sql: 'integer', isNullable: true }),
)
export const oneOf = <const Values extends readonly string[]>(...values: Values) => picklist(values)
/** A MIME type that `shared/formats.ts` recognises. */
export const mediaType = pipe(string(), regex(mediaTypePattern))

/**
 * `pbkdf2-sha256:iterations:salt:hash`, as `services/password.ts` writes it; salt and hash in base64url. Less than a
 * million iterations, because more would block the tab at each log-in.
 */
export const pbkdf2Pattern = /^pbkdf2-sha256:([1-9]\d{0,5}):((?:[\w-]{4})*[\w-]{2,4}):([\w-]{43})$/
/** The hashes of a server (`server/passwords.ts`). With the costs of that server only: others could use all memory. */
const argon2Pattern = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
export const passwordHash = pipe(string(), regex(new RegExp(`${pbkdf2Pattern.source}|${argon2Pattern.source}`)))

/** Not jsonb in Postgres, which reorders fields. */
export const extraFields = pipe(
  custom<Record<string, Json>>(isObject),
  check((fields) => isNestedAtMost(fields, MAX_EXTRA_DEPTH), `must not be nested deeper than ${MAX_EXTRA_DEPTH}`),
  check((fields) => isStorableJson(fields), storableRule),
  check((fields) => jsonBytes(fields) <= MAX_EXTRA_BYTES, 'must not be longer than 4 kB'),
  metadata({ sql: 'json' }),
)

/** The users whom a text mentions, with the places of their names: offsets in UTF-16 code units. */
export const mentionList = pipe(
  array(object({ start: count, end: count, userId: id })),
  readonly(),
  metadata({ sql: 'json' }),
)

/** Returns how many bytes a value has as JSON in UTF-8. */
export function jsonBytes(value: Json): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

/** Whether all texts and names of fields in this value are storable. */
function isStorableJson(value: Json): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorableJson(part))
}
