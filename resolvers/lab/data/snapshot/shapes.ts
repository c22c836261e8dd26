import { isBase64 } from '../../../lib/base64.ts'
import { dayOf } from '../../../lib/clock.ts'
import { tableNames, type TableName } from '../../../store/rows.ts'
import type { EndLine, Header, Written } from './format.ts'
import { version } from './format.ts'

/** What a field has to be. */
interface Kind {
  is: (value: unknown) => boolean
  words: string
}

type Shape<Fields> = { readonly [Field in keyof Fields]: Kind }

const text: Kind = { is: (value) => typeof value === 'string', words: 'a text' }
const filled: Kind = { is: (value) => typeof value === 'string' && value !== '', words: 'a text that is not empty' }
const whole: Kind = {
  is: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  words: 'a whole number',
}
/** The largest `Int` of GraphQL. */
const count = wholeUpTo(2 ** 31 - 1)
/** The last instant that a `Date` can be. */
const time = wholeUpTo(8.64e15)
const day: Kind = { is: isDay, words: 'a day such as 2026-05-04' }
const instant: Kind = {
  is: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  words: 'an instant',
}
const ids: Kind = { is: isListOfIds, words: 'a list of different ids' }
const base64: Kind = { is: (value) => typeof value === 'string' && isBase64(value), words: 'base64' }
const fields: Kind = {
  is: (value) => isObject(value) && isShallow(value, 1000),
  words: 'an object, and not a very deep one',
}

function only(...values: readonly unknown[]): Kind {
  return { is: (value) => values.includes(value), words: values.map((value) => JSON.stringify(value)).join(' or ') }
}

function wholeUpTo(most: number): Kind {
  return { is: (value) => whole.is(value) && Number(value) <= most, words: `${whole.words} up to ${most}` }
}

const rowShapes: { readonly [Table in TableName]: Shape<Written[Table]> } = {
  users: {
    id: filled,
    username: filled,
    firstName: text,
    lastName: text,
    email: text,
    passwordHash: text,
    bio: text,
    portfolioUrl: text,
    avatarUrl: text,
    createdAt: day,
    updatedAt: day,
    postCount: count,
    followerCount: count,
    followingCount: count,
    extra: fields,
  },
  posts: {
    id: filled,
    authorId: filled,
    content: text,
    mediaUrl: text,
    mediaType: text,
    postedAt: time,
    createdAt: day,
    updatedAt: day,
    likeCount: count,
  },
  reactions: { id: filled, postId: filled, userId: filled, kind: only('like', 'dislike') },
  bookmarks: { id: filled, userId: filled, postId: filled },
  follows: { id: filled, followerId: filled, followeeId: filled },
  files: { id: filled, ownerId: filled, usedBy: ids, type: filled, addedAt: time, content: base64 },
}

const headerShape: Shape<Header> = {
  weft: only('snapshot'),
  version: only(version),
  exportedAt: instant,
  counts: fields,
}
const countsShape: Shape<Header['counts']> = {
  users: whole,
  posts: whole,
  reactions: whole,
  bookmarks: whole,
  follows: whole,
  files: whole,
}
const endShape: Shape<EndLine> = { end: only(true), rows: whole }

/** Throws with words for what is wrong with a line. */
export type Refuse = (problem: string) => never

export function checkHeader(line: unknown, refuse: Refuse): asserts line is Header {
  check(headerShape, line, refuse)
  check(countsShape, Reflect.get(line, 'counts'), refuse)
}

export function checkEnd(line: unknown, refuse: Refuse): asserts line is EndLine {
  check(endShape, line, refuse)
}

/** The table that a line says it belongs to. */
export function tableOf(line: object, refuse: Refuse): TableName {
  check({ table: only(...tableNames), row: fields }, line, refuse)
  return tableNames.find((name) => name === Reflect.get(line, 'table')) ?? refuse('there is no such table')
}

export function checkRow<Table extends TableName>(
  table: Table,
  row: unknown,
  refuse: Refuse,
): asserts row is Written[Table] {
  check(rowShapes[table], row, refuse)
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Exactly these fields. */
function check(shape: Readonly<Record<string, Kind>>, value: unknown, refuse: Refuse): asserts value is object {
  if (!isObject(value)) return refuse('there must be an object')
  for (const [field, { is, words }] of Object.entries(shape)) {
    if (!Object.hasOwn(value, field)) return refuse(`"${field}" is missing`)
    if (!is(Reflect.get(value, field))) return refuse(`"${field}" must be ${words}`)
  }
  if (Object.keys(value).length > Object.keys(shape).length) return refuse('there are fields that do not belong here')
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const start = Date.parse(value)
  return !Number.isNaN(start) && dayOf(start) === value
}

function isListOfIds(value: unknown): boolean {
  return Array.isArray(value) && value.every(filled.is) && new Set(value).size === value.length
}

/** What is nested deeper, no browser copies. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1))
}
