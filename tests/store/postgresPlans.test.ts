/**
 * What port.ts promises of each list, for Postgres: a page reads ranges of indexes, and no more rows than it needs. The
 * plans are those of the prepared statements, for any values. They are the same with statistics of the tables and without.
 */

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'

import { openDatabase, type Database } from '../../resolvers/store/postgres/connection/database.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { lists } from './lists.ts'
import type { PostOrder, ReadTables, SearchCursor, SearchScope } from '../../resolvers/store/port.ts'
import { freshSchema, postgresSource } from './postgresStore.ts'
import { statementsOf, stepsOf, type Statement, type Step } from './statements.ts'
import { bookmarkRow, followRow, id, postRow, reactionRow, userRow } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

const USERS = 2000
const POSTS = 10_000
const FOLLOWED = 50
/** Follow many: half of those who posted last, and users who did not. */
const [WALKER, MERGER] = [900_001, 900_002]
const MANY = 1500
const limit = 10

/** The largest number of rows that a page may read from tables and indexes. */
function maxRows(name: string): number {
  // The users followed, the first post of each author, the ids of a page, and the page.
  if (name.startsWith('feed')) return 2 * (FOLLOWED + 1) + 2 * limit
  // The users of the page, and those followed before them.
  if (name === 'users who are not followed') return FOLLOWED + 1 + limit
  // The tags or words of a page, and the page.
  if (name.startsWith('tag') || name.startsWith('posts with')) return 2 * limit
  // For each name of the page what tells whether the user is found by another one, and the page.
  if (/^(user)?names/.test(name)) return 5 * limit
  // Users whose names start with the text, others, their names, and the page.
  return name.startsWith('search') ? 4 * limit : limit
}

let store: AdministeredStore
let database: Database

beforeAll(async () => {
  const schema = freshSchema()
  const source = await postgresSource()
  store = await openPostgresStore({ source, schema, schemaChanges: 'create' })
  database = await openDatabase(source, schema, { maxConnections: 1 })
  await fill(store)
  return async () => {
    await database.db.destroy()
    await store.close()
  }
})

describe.each(['without statistics', 'with statistics'])('a page of the postgres store, %s', (state) => {
  beforeAll(async () => {
    if (state === 'with statistics') await sql`analyze`.execute(database.db)
  })

  it.each(lists)('reads no more rows than it needs, along indexes: $name', async ({ name, first }) => {
    const queries = await statementsOf(async () => (await first(store, limit)).next())
    // Names with the starts of words are read after those with the same words, of which there are none.
    const others = /^(usernames|names with the starts)/.test(name) ? 1 : 0
    expect(queries).toHaveLength(2 + others)
    for (const query of queries.slice(others)) {
      const steps = await stepsOf(database, query)
      const reads = steps.filter((step) => step['Relation Name'] !== undefined)
      const types = new Set(reads.map((step) => step['Node Type']))
      expect([...types].filter((type) => type !== 'Index Scan' && type !== 'Index Only Scan')).toEqual([])
      const rows = reads.reduce((sum, step) => sum + rowsRead(step), 0)
      expect(rows).toBeGreaterThanOrEqual(limit)
      expect(rows).toBeLessThanOrEqual(maxRows(name))
      const isMerged = /^(feed|search)|names/.test(name)
      expect(steps.some((step) => step['Node Type'] === 'Sort')).toBe(isMerged)
    }
  })
})

describe.each(['without statistics', 'with statistics'])('the feed of a user who follows 1,500 others, %s', (state) => {
  beforeAll(async () => {
    if (state === 'with statistics') await sql`analyze`.execute(database.db)
  })

  /** Explains the queries of a page of the feed. Returns how many rows they read and how many blocks. */
  async function costOf(userId: string, order: PostOrder) {
    const cost = { rows: 0, blocks: 0 }
    for (const query of await statementsOf(() =>
      store.read.posts.feed(userId, order, { limit, followingCount: MANY }),
    )) {
      const steps = await stepsOf(database, query)
      const reads = steps.filter((step) => step['Relation Name'] !== undefined)
      const types = new Set(reads.map((step) => step['Node Type']))
      expect([...types].filter((type) => type !== 'Index Scan' && type !== 'Index Only Scan')).toEqual([])
      cost.rows += reads.reduce((sum, step) => sum + rowsRead(step), 0)
      cost.blocks += steps[0]?.['Shared Hit Blocks'] ?? 0
    }
    return cost
  }

  it.each<PostOrder>(['LATEST', 'TRENDING'])(
    'walks the posts of all if their authors are followed: %s',
    async (order) => {
      const cost = await costOf(id(WALKER), order)
      // Two posts of all for each of the page, and the users followed.
      expect(cost.rows).toBeLessThanOrEqual(3 * limit + MANY)
      expect((await costOf(id(MERGER), order)).blocks).toBeGreaterThan(20 * cost.blocks)
    },
  )

  it.each<PostOrder>(['LATEST', 'TRENDING'])(
    'then reads the list of each author if these did not post: %s',
    async (order) => {
      const { rows } = await costOf(id(MERGER), order)
      // The walk: the users followed, and four posts for each. Then the users again, and the first post of each author.
      expect(rows).toBeLessThanOrEqual(5 * MANY + 2 * (MANY + 1) + 2 * limit)
      expect(rows).toBeGreaterThanOrEqual(2 * MANY)
    },
  )
})

describe.each(['without statistics', 'with statistics'])(
  'a search that the newest posts do not answer, %s',
  (state) => {
    beforeAll(async () => {
      if (state === 'with statistics') await sql`analyze`.execute(database.db)
    })

    it.each<[text: string, scope: SearchScope, index: string]>([
      ['selvedge', { name: 'ALL' }, 'post_words_by_word'],
      ['selv', { name: 'ALL' }, 'post_words_by_word'],
      ['selvedge wea', { name: 'ALL' }, 'post_words_by_word'],
      ['weaving selv', { name: 'ALL' }, 'post_words_by_word'],
      ['selvedge', { name: 'FOLLOWING', userId: id(1), followingCount: FOLLOWED }, 'post_words_by_word'],
      ['selvedge', { name: 'MINE', userId: id(3) }, 'post_words_by_word'],
      ['selvedge', { name: 'BOOKMARKED', userId: id(1) }, 'post_words_by_word'],
      ['weaving', { name: 'FOLLOWING', userId: id(1), followingCount: FOLLOWED }, 'post_words_by_author'],
      ['weaving', { name: 'MINE', userId: id(3) }, 'post_words_by_author'],
      ['weaving', { name: 'BOOKMARKED', userId: id(1) }, 'bookmarks_pkey'],
    ])('then reads along an index: %s, %o', async (text, scope, index) => {
      const queries = await statementsOf(() => store.read.search.posts({ text, scope }, { limit }))
      const last = queries.pop()
      const rowsOf = (reads: readonly Step[]) => reads.reduce((sum, step) => sum + rowsRead(step), 0)
      for (const query of queries) expect(rowsOf(await readsOf(query))).toBeLessThanOrEqual(POSTS + limit)
      const reads = last ? await readsOf(last) : []
      const scans = new Set(reads.flatMap((step) => [step['Node Type'], step['Index Name']]))
      expect(scans).toContain(index)
      expect(scans).not.toContain('Seq Scan')
      // The users followed and the page. Of each of them a page, or for each post of the page what tells whose it is.
      const rows = index === 'post_words_by_author' ? (FOLLOWED + 1) * limit : 3 * limit
      expect(rowsOf(reads)).toBeLessThanOrEqual(FOLLOWED + 1 + limit + rows)
    })

    async function readsOf(query: Statement): Promise<Step[]> {
      return (await stepsOf(database, query)).filter(
        (step) => step['Relation Name'] !== undefined || step['Index Name'] !== undefined,
      )
    }
  },
)

const manyUsers = Array.from({ length: 100 }, (_, index) => ({ of: id(index), limit }))

describe.each(['without statistics', 'with statistics'])('pages of 100 lists, %s', (state) => {
  beforeAll(async () => {
    if (state === 'with statistics') await sql`analyze`.execute(database.db)
  })

  it.each<[name: string, read: (tables: ReadTables) => Promise<unknown>]>([
    ['posts, latest', ({ posts }) => posts.pages('authorLatest', manyUsers)],
    ['posts, trending', ({ posts }) => posts.pages('authorTrending', manyUsers)],
    ['followers', ({ follows }) => follows.pages('byFollowee', manyUsers)],
    ['following', ({ follows }) => follows.pages('byFollower', manyUsers)],
    [
      'likes',
      ({ reactions }) =>
        reactions.pages(
          'byKind',
          manyUsers.map(({ of }) => ({ of: [of, 'like'], limit })),
        ),
    ],
  ])('are read by one statement, which reads only their rows along an index: %s', async (_name, read) => {
    const queries = await statementsOf(() => read(store.read))
    expect(queries).toHaveLength(1)
    for (const query of queries) {
      const reads = (await stepsOf(database, query)).filter((step) => step['Relation Name'] !== undefined)
      expect(reads.map((step) => step['Node Type'])).toEqual(['Index Scan'])
      // The plan has the average of each list.
      expect(reads[0] && Math.round(rowsRead(reads[0]))).toBeLessThanOrEqual(manyUsers.length * limit)
    }
  })
})

describe('a search for a part of names that differ', () => {
  beforeAll(async () => {
    const numbers = Array.from({ length: 5000 }, (_, index) => 100_000 + index)
    const nameOf = (number: number) => (number % 100 === 0 ? `${number}lotta` : String(number))
    await store.admin.transaction((tx) =>
      tx.insertMany(
        'users',
        numbers.map((number) => userRow(number, { firstName: nameOf(number) })),
      ),
    )
  })

  it('reads as many blocks for a later page as for the first one', async () => {
    const blocksOf = async (after?: SearchCursor) => {
      const [statement] = await statementsOf(() => store.read.search.usersByFirstName('lotta', { after, limit }))
      if (!statement) throw new Error('Nothing was sent.')
      const [root] = await stepsOf(database, statement)
      return root?.['Shared Hit Blocks'] ?? 0
    }
    const page = await store.read.search.usersByFirstName('lotta', { limit })
    const ofFirst = await blocksOf()
    expect(ofFirst).toBeGreaterThan(limit)
    expect(await blocksOf(page.at(-1)?.cursor)).toBeLessThan(ofFirst + limit)
  })
})

function rowsRead(step: Step): number {
  const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)
  return (step['Actual Rows'] + removed) * step['Actual Loops']
}

/**
 * User 1 follows 50 others and is followed by all, and has many bookmarks; every second user likes post 1. Another user has reacted to many
 * posts.
 */
async function fill({ admin }: AdministeredStore): Promise<void> {
  const numbers = (size: number) => Array.from({ length: size }, (_, index) => index + 1)
  const nameOf = (number: number) => ['Abel', 'Isabel', 'Mirabel'][number % 3] ?? ''
  const users = numbers(USERS)
  const posts = numbers(POSTS).map((number) =>
    postRow(number, {
      authorId: id(number % 100),
      likeCount: number % 7,
      content: `#weaving #loom${number % 4000 === 3 ? ' selvedge' : ''}`,
    }),
  )
  const reactions = users.map((number) => reactionRow(number, id(1), id(number), number % 2 === 0 ? 'like' : 'dislike'))
  await admin.transaction(async (tx) => {
    await tx.insertMany(
      'users',
      users.map((number) => userRow(number, { firstName: nameOf(number) })),
    )
    await tx.insertMany('posts', posts)
    await tx.insertMany('reactions', reactions)
    await tx.insertMany(
      'reactions',
      users.map((number) => reactionRow(USERS + number, id(number), id(900_000), number === 1 ? 'dislike' : 'like')),
    )
    await tx.insertMany('bookmarks', [
      ...users.map((number) => bookmarkRow(number, id(1), id(number))),
      ...users.map((number) => bookmarkRow(USERS + number, id(number + 1), id(number))),
    ])
    await tx.insertMany('follows', [
      ...users.map((number) => followRow(number, id(number), id(1))),
      ...numbers(FOLLOWED).map((number) => followRow(USERS + number, id(1), id(number + 1))),
      ...numbers(MANY).map((number) => followRow(100_000 + number, id(WALKER), id(2 * number))),
      ...numbers(MANY).map((number) => followRow(200_000 + number, id(MERGER), id(500 + number))),
    ])
  })
}
