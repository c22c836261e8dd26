/**
 * How much the pages of the app read from Postgres does not depend on the number of posts: the same pages over two sites
 * of the generator. `PLAN_POSTS` sets how many posts the larger one has; `PLAN_DATABASE_URL` names one that was generated
 * before, for a user who may create extensions. With one of them the figures are printed.
 */

import { getOperationAST, parse } from 'graphql'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTokens } from '../../resolvers/services/token.ts'
import { openDatabase, type Database } from '../../resolvers/store/postgres/connection/database.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { sentDocuments } from '../../tools/sentDocuments.ts'
import { openBackend } from '../backend.ts'
import { statementsOf, stepsOf, type Statement } from '../store/statements.ts'
import { createPostgresDatabase } from './databases.ts'
import { runServer } from './serverProcess.ts'

const SMALL = 10_000
const isMeasured = process.env['PLAN_POSTS'] !== undefined || process.env['PLAN_DATABASE_URL'] !== undefined
const LARGE = Number(process.env['PLAN_POSTS'] ?? 40_000)
const POSTS_FOR_EACH_USER = 10
const MAX_GROWTH = 1.3
const first = 20
/**
 * Of a page that reads more than 1.3 times as much: at most a leaf and a row for each post, its author and the viewer's
 * reaction, bookmark and follow. In a small table the planner may read all bookmarks of the viewer instead.
 */
const MAX_BLOCKS = 8 * first
/** Of the feed of a user who follows one in 200 users: about 200 posts for each of the page. */
const MAX_WALKED_BLOCKS = 300 * first

interface Person {
  id: string
  username: string
  /** Their most liked post. */
  postId: string
}

interface Site {
  /** Has a common number of posts, follows and likes. */
  viewer: Person
  celebrity: Person
  /** Follows many. */
  reader: Person
  /** Executes the operation of the app with this name. Returns how many blocks its statements read. */
  blocksOf(name: string, variables: Record<string, unknown>, as?: Person): Promise<number>
}

/** Each page of the app that reads a list, a search, a profile or a post. */
const pages: [name: string, variables: (site: Site) => Record<string, unknown>][] = [
  ['HomePage', () => ({ orderBy: 'LATEST', first })],
  ['HomePage', () => ({ orderBy: 'TRENDING', first })],
  ['ExplorePage', () => ({ orderBy: 'LATEST', first })],
  ['ExplorePage', () => ({ orderBy: 'TRENDING', first })],
  ['TagPage', () => ({ tag: 'weft', orderBy: 'LATEST', first })],
  ['TagPage', () => ({ tag: 'weft', orderBy: 'TRENDING', first })],
  ['ProfilePage', ({ viewer }) => ({ userId: viewer.id, first })],
  ['ProfilePage', ({ celebrity }) => ({ userId: celebrity.id, first })],
  ['UserPage', ({ celebrity }) => ({ username: celebrity.username })],
  ['HoverCard', ({ celebrity }) => ({ userId: celebrity.id })],
  ['MentionCard', ({ celebrity }) => ({ username: celebrity.username })],
  ['PeopleHead', ({ celebrity }) => ({ userId: celebrity.id })],
  ['Followers', ({ celebrity }) => ({ userId: celebrity.id, first })],
  ['Following', ({ viewer }) => ({ userId: viewer.id, first })],
  ['PostPage', ({ celebrity }) => ({ postId: celebrity.postId })],
  ['Likes', ({ celebrity }) => ({ postId: celebrity.postId, first })],
  ['BookmarksPage', () => ({ first })],
  ['Suggestions', () => ({ first })],
  ...['a', 'ma', 'ina', 'nobody'].map((firstName): [string, () => Record<string, unknown>] => [
    'SearchUsers',
    () => ({ firstName, first }),
  ]),
  ['MyPosts', () => ({})],
  ['MyLikes', () => ({})],
  ['MyBookmarks', () => ({})],
  ['MyFollowing', () => ({})],
  ['AccountFigures', () => ({})],
]

let texts: ReadonlyMap<string | undefined, string>

describe.runIf(inject('postgresUrl') !== null)('the pages of the app over Postgres', () => {
  it('read as many blocks of a large site as of a small one', async () => {
    texts = new Map((await sentDocuments()).map((text) => [getOperationAST(parse(text))?.name?.value, text]))
    const small = await openSite(await generated(SMALL))
    const large = await openSite(process.env['PLAN_DATABASE_URL'] ?? (await generated(LARGE)))
    const pagesRead: { page: string; small: number; large: number }[] = []
    for (const [name, variables] of pages) {
      pagesRead.push({
        page: `${name} ${Object.values(variables(small)).join(' ')}`,
        small: await small.blocksOf(name, variables(small)),
        large: await large.blocksOf(name, variables(large)),
      })
    }
    const walked = await large.blocksOf('HomePage', { orderBy: 'LATEST', first }, large.reader)
    if (isMeasured) console.table([...pagesRead, { page: 'HomePage of many followed', large: walked }])
    const grown = pagesRead.filter((page) => page.large > Math.max(MAX_GROWTH * page.small, MAX_BLOCKS))
    expect(grown).toEqual([])
    expect(walked).toBeLessThanOrEqual(MAX_WALKED_BLOCKS)
  })
})

async function generated(posts: number): Promise<string> {
  const url = await createPostgresDatabase()
  const args = ['generate', '--users', String(Math.round(posts / POSTS_FOR_EACH_USER)), '--posts', String(posts)]
  const { code, output } = await runServer({ args, env: { DATABASE_URL: url }, folder: ' ' })
  if (code !== 0) throw new Error(output)
  return url
}

async function openSite(url: string): Promise<Site> {
  const store = await openPostgresStore({ source: url, maxWaitMs: 60_000 })
  const database = await openDatabase(url, 'weft', { maxConnections: 1 })
  onTestFinished(async () => {
    await database.db.destroy()
    await store.close()
  })
  const backend = await openBackend(async () => store, { store, startAt: new Date().toISOString() })
  const tokens = createTokens(store, Date.now)
  await sql`create extension if not exists pageinspect`.execute(database.db)
  const { viewer, celebrity, reader } = await peopleOf(database)
  return {
    viewer,
    celebrity,
    reader,
    async blocksOf(name, variables, as = viewer) {
      const token = await tokens.issue({ id: as.id, username: as.username, tokenVersion: 0 })
      const statements = await statementsOf(async () => {
        const json = await backend.gql(texts.get(name) ?? '', variables, token)
        expect(json).not.toHaveProperty('errors')
      })
      let blocks = 0
      for (const statement of statements) blocks += await blocksOf(database, statement)
      return blocks
    },
  }
}

/**
 * Returns how many blocks a statement reads, without those above the leaves of indexes: of these there is one more for
 * each search in an index that is some hundred times as large, and they are always in memory.
 */
async function blocksOf(database: Database, statement: Statement): Promise<number> {
  return database.db.transaction().execute(async (tx) => {
    const before = await upperBlocks(tx)
    const [root] = await stepsOf({ ...database, db: tx }, statement)
    const all = (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
    const upper = (await upperBlocks(tx)) - before
    return all - upper
  })
}

/** Counts the blocks above the leaves that this connection has read since it last reported its statistics. */
async function upperBlocks(tx: Database['db']): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select sum(pg_stat_get_xact_numscans(indexrelid) * (bt_metap(indexrelid::regclass::text)).fastlevel)::integer as blocks
    from pg_index join pg_class as index on index.oid = indexrelid
    where relnamespace = 'weft'::regnamespace`.execute(tx)
  return rows[0]?.blocks ?? 0
}

async function peopleOf({ db, table }: Database) {
  const personWhere = async (condition: string): Promise<Person> => {
    const { rows } = await sql<Person>`
      select id, username, (
        select id from ${table('posts')} where author_id = users.id order by like_count desc limit 1
      ) as post_id
      from ${table('users')} where ${sql.raw(condition)} order by id limit 1`.execute(db)
    if (!rows[0]) throw new Error(`There is no user where ${condition}.`)
    return rows[0]
  }
  return {
    viewer: await personWhere(
      `following_count between 10 and 14 and post_count between 8 and 12 and (
        select count(*) from weft.reactions where user_id = users.id
      ) between 28 and 32`,
    ),
    celebrity: await personWhere(`username like '%\\_0'`),
    reader: await personWhere(`username like '%\\_1'`),
  }
}
