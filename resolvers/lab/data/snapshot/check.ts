import type { Counts } from '../../../store/port.ts'
import { tableNames, type TableName } from '../../../store/rows.ts'
import { BadFileError } from './badFile.ts'
import { keyOf, type EndLine, type Header, type Written } from './format.ts'
import { checkEnd, checkHeader, checkRow, isObject, tableOf, type Refuse } from './shapes.ts'

type Kept = 'postCount' | 'followerCount' | 'followingCount'

/** What a member's line says of them, and what the rows behind it say. */
interface Member {
  line: number
  kept: Record<Kept, number>
  counted: Record<Kept, number>
}

/** Takes the lines of a snapshot one after the other. Throws `BadFileError` for the first that does not fit those before it. */
export class SnapshotCheck {
  #line = 0
  #header: Header | undefined
  #isOver = false
  #rows = 0
  #table: TableName = 'users'
  #lastKey: readonly string[] = []
  readonly #counts: Counts = { users: 0, posts: 0, reactions: 0, bookmarks: 0, follows: 0, files: 0 }
  readonly #usernames = new Set<string>()
  readonly #members = new Map<string, Member>()
  readonly #posts = new Set<string>()
  /** Of the rows of this table, where they are not its keys. */
  #ids = new Set<string>()

  readonly #refuse: Refuse = (problem) => {
    throw new BadFileError(this.#line, problem)
  }

  /** `onRow` hears of a row that is as it should be. */
  take(text: string, onRow: <Table extends TableName>(table: Table, row: Written[Table]) => void): void {
    this.#line += 1
    const line = this.#parsed(text)
    if (this.#isOver) return this.#refuse('the file goes on behind its end')
    if (!this.#header) {
      checkHeader(line, this.#refuse)
      this.#header = line
    } else if (Object.hasOwn(line, 'end')) {
      checkEnd(line, this.#refuse)
      this.#end(line, this.#header)
    } else {
      const table = tableOf(line, this.#refuse)
      onRow(table, this.#row(table, Reflect.get(line, 'row')))
    }
  }

  /** There are no more lines. */
  finish(): void {
    this.#line += 1
    if (this.#line === 1) this.#refuse('the file is empty')
    if (!this.#isOver) this.#refuse('the file breaks off here')
  }

  #parsed(text: string): object {
    const value = parsed(text)
    return isObject(value)
      ? value
      : this.#refuse(this.#line === 1 ? 'this is no snapshot of Weft' : 'this is no object of JSON')
  }

  #row<Table extends TableName>(table: Table, row: unknown): Written[Table] {
    checkRow(table, row, this.#refuse)
    this.#checkPlace(table, keyOf[table](row))
    if (this.#ids.has(row.id)) this.#refuse('there is another row with this id')
    this.#ids.add(row.id)
    this.#links[table](row)
    this.#counts[table] += 1
    this.#rows += 1
    return row
  }

  #checkPlace(table: TableName, key: readonly string[]): void {
    if (table !== this.#table) {
      if (tableNames.indexOf(table) < tableNames.indexOf(this.#table))
        this.#refuse(`"${table}" must stand before "${this.#table}"`)
      this.#table = table
      this.#lastKey = []
      this.#ids = new Set()
    }
    const differing = key.findIndex((part, at) => part !== this.#lastKey[at])
    if (differing < 0) this.#refuse('this row is there already')
    if ((this.#lastKey[differing] ?? '') > (key[differing] ?? ''))
      this.#refuse('this row must stand before others of its table')
    this.#lastKey = key
  }

  /** Where a row leads, there has to be one. */
  readonly #links: { readonly [Table in TableName]: (row: Written[Table]) => void } = {
    users: ({ id, username, postCount, followerCount, followingCount }) => {
      if (this.#usernames.has(username)) this.#refuse('another member has this "username"')
      this.#usernames.add(username)
      const kept = { postCount, followerCount, followingCount }
      this.#members.set(id, { line: this.#line, kept, counted: { postCount: 0, followerCount: 0, followingCount: 0 } })
    },
    posts: ({ id, authorId }) => {
      this.#member('authorId', authorId).counted.postCount += 1
      this.#posts.add(id)
    },
    reactions: ({ postId, userId }) => {
      this.#checkPost(postId)
      this.#member('userId', userId)
    },
    bookmarks: ({ postId, userId }) => {
      this.#checkPost(postId)
      this.#member('userId', userId)
    },
    follows: ({ followerId, followeeId }) => {
      if (followerId === followeeId) this.#refuse('nobody follows themselves')
      this.#member('followerId', followerId).counted.followingCount += 1
      this.#member('followeeId', followeeId).counted.followerCount += 1
    },
    files: ({ ownerId, usedBy }) => {
      this.#member('ownerId', ownerId)
      const isThere = usedBy.every((id) => this.#posts.has(id) || this.#members.has(id))
      if (!isThere) this.#refuse('"usedBy" must lead to posts or members of the file')
    },
  }

  #member(field: string, id: string): Member {
    return this.#members.get(id) ?? this.#refuse(`"${field}" must lead to a member of the file`)
  }

  #checkPost(id: string): void {
    if (!this.#posts.has(id)) this.#refuse('"postId" must lead to a post of the file')
  }

  #end({ rows }: EndLine, { counts }: Header): void {
    if (rows !== this.#rows) this.#refuse('"rows" must be the number of rows above')
    for (const table of tableNames) {
      if (counts[table] !== this.#counts[table])
        throw new BadFileError(1, `"${table}" must be the number of such rows below`)
    }
    for (const { line, kept, counted } of this.#members.values()) {
      for (const field of ['postCount', 'followerCount', 'followingCount'] as const) {
        if (kept[field] !== counted[field])
          throw new BadFileError(line, `"${field}" must be the number of such rows below`)
      }
    }
    this.#isOver = true
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
