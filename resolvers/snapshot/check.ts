import { safeParse, type GenericSchema } from 'valibot'
import { isObject, parseJson } from '../../shared/json.ts'
import { byTable, keyOf, referencesOf, withDefaults } from '../store/tables.ts'
import {
  endShape,
  headerShape,
  problemOf,
  rowLineShape,
  rowShapesOfSnapshot,
  snapshotTables,
  type EndLine,
  type Header,
  type SnapshotRows,
  type SnapshotTable,
} from './format.ts'

/** The file is not a valid snapshot. The message quotes nothing from the file. */
export class BadFileError extends Error {
  override readonly name = 'BadFileError'

  /** @param line Counted from 1. */
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}.`)
  }
}

type CountField = 'postCount' | 'followerCount' | 'followingCount'

/** The counts that a user's row claims, and the counts of the rows in the file. */
interface UserCounts {
  line: number
  stored: Record<CountField, number>
  counted: Record<CountField, number>
}

/** Checks a snapshot line by line. Throws `BadFileError` for the first line that is invalid or contradicts another. */
export class SnapshotCheck {
  #line = 0
  #header: Header | undefined
  #hasEnded = false
  #rows = 0
  #table: SnapshotTable = 'users'
  #lastKey: readonly string[] = []
  readonly #counts = byTable(snapshotTables, () => 0)
  readonly #usernames = new Set<string>()
  readonly #users = new Map<string, UserCounts>()
  readonly #posts = new Set<string>()
  /** The posts that count replies, with the number of those that have not come yet. */
  readonly #answered = new Map<string, { line: number; missing: number }>()
  /** The ids of the current table. */
  #ids = new Set<string>()

  /** Checks the next line. Calls `onRow` with the row if it is one. */
  checkLine(text: string, onRow: <Table extends SnapshotTable>(table: Table, row: SnapshotRows[Table]) => void): void {
    this.#line += 1
    const line = this.#parseJson(text)
    if (this.#hasEnded) return this.#refuse('the file continues after its end')
    if (!this.#header) {
      this.#header = this.#parse(headerShape, line)
    } else if ('end' in line) {
      this.#checkCounts(this.#parse(endShape, line), this.#header)
    } else {
      const { table, row } = this.#parse(rowLineShape, line)
      onRow(table, this.#checkRow(table, row))
    }
  }

  /** Checks that the file is complete. Call it after the last line. */
  finish(): void {
    this.#line += 1
    if (this.#line === 1) this.#refuse('the file is empty')
    if (!this.#hasEnded) this.#refuse('the file ends too early')
  }

  #parseJson(text: string): object {
    const value = parseJson(text)
    return isObject(value)
      ? value
      : this.#refuse(this.#line === 1 ? 'this is not a snapshot of Weft' : 'this is not a JSON object')
  }

  #checkRow<Table extends SnapshotTable>(table: Table, sent: object): SnapshotRows[Table] {
    const row: SnapshotRows[Table] = this.#parse(rowShapesOfSnapshot[table], withDefaults(table, sent))
    this.#checkOrder(table, keyOf(table, row).map(String))
    if (this.#ids.has(row.id)) this.#refuse('another row has this id')
    this.#ids.add(row.id)
    this.#checkReferences(table, row)
    this.#rules[table]?.(row)
    this.#counts[table] += 1
    this.#rows += 1
    return row
  }

  #checkOrder(table: SnapshotTable, key: readonly string[]): void {
    if (table !== this.#table) {
      if (snapshotTables.indexOf(table) < snapshotTables.indexOf(this.#table))
        this.#refuse(`rows of "${table}" must come before those of "${this.#table}"`)
      this.#table = table
      this.#lastKey = []
      this.#ids = new Set()
    }
    const differing = key.findIndex((part, index) => part !== this.#lastKey[index])
    if (differing < 0) this.#refuse('another row has this key')
    if ((this.#lastKey[differing] ?? '') > (key[differing] ?? ''))
      this.#refuse('the rows of a table must be in the order of their keys')
    this.#lastKey = key
  }

  /** Checks that a row refers only to existing rows. */
  #checkReferences(table: SnapshotTable, row: object): void {
    for (const [column, target, id] of referencesOf(table, row)) {
      const isThere = target === 'users' ? this.#users.has(id) : this.#posts.has(id)
      if (!isThere) this.#refuse(`"${column}" must refer to a ${target === 'users' ? 'user' : 'post'} of the file`)
    }
  }

  /** What else is checked of a row whose references are there. */
  readonly #rules: { readonly [Table in SnapshotTable]?: (row: SnapshotRows[Table]) => void } = {
    users: ({ id, username, postCount, followerCount, followingCount }) => {
      if (this.#usernames.has(username)) this.#refuse('another user has this "username"')
      this.#usernames.add(username)
      const stored = { postCount, followerCount, followingCount }
      this.#users.set(id, { line: this.#line, stored, counted: { postCount: 0, followerCount: 0, followingCount: 0 } })
    },
    posts: ({ id, authorId, parentId, state, replyCount }) => {
      this.#posts.add(id)
      if (replyCount > 0) this.#answered.set(id, { line: this.#line, missing: replyCount })
      if (parentId === null) this.#count(authorId, 'postCount')
      else if (state !== 'gone') this.#countReply(parentId)
    },
    follows: ({ followerId, followeeId }) => {
      if (followerId === followeeId) this.#refuse('a user cannot follow themselves')
      this.#count(followerId, 'followingCount')
      this.#count(followeeId, 'followerCount')
    },
    files: ({ usedBy }) => {
      const isThere = usedBy.every((id) => this.#posts.has(id) || this.#users.has(id))
      if (!isThere) this.#refuse('"usedBy" must refer to posts or users of the file')
    },
  }

  #countReply(parentId: string): void {
    const parent = this.#answered.get(parentId)
    if (!parent) return this.#refuse('"parentId" must refer to a post whose "replyCount" counts this row')
    parent.missing -= 1
  }

  #count(userId: string, field: CountField): void {
    const user = this.#users.get(userId)
    if (user) user.counted[field] += 1
  }

  #checkCounts({ rows }: EndLine, { counts }: Header): void {
    if (rows !== this.#rows) this.#refuse('"rows" must be the number of rows before it')
    for (const table of snapshotTables) {
      if (counts[table] !== this.#counts[table])
        throw new BadFileError(1, `"${table}" must be the number of its rows in the file`)
    }
    for (const { line, stored, counted } of this.#users.values()) {
      for (const field of ['postCount', 'followerCount', 'followingCount'] as const) {
        if (stored[field] !== counted[field])
          throw new BadFileError(line, `"${field}" must be the number of such rows in the file`)
      }
    }
    for (const { line, missing } of this.#answered.values())
      if (missing !== 0) throw new BadFileError(line, '"replyCount" must be the number of such rows in the file')
    this.#hasEnded = true
  }

  /** Returns the value if it has this shape, and refuses the line otherwise. */
  #parse<Value>(shape: GenericSchema<unknown, Value>, value: unknown): Value {
    const result = safeParse(shape, value, { abortEarly: true })
    return result.success ? result.output : this.#refuse(problemOf(result.issues[0]))
  }

  /** Throws an error about this line. `problem` must not quote values of the line. */
  #refuse(problem: string): never {
    throw new BadFileError(this.#line, problem)
  }
}
