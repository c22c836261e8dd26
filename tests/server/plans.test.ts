/**
 * How much the pages of the app read from Postgres does not depend on the number of posts: the same pages over two sites
 * of the generator. `PLAN_POSTS` sets how many posts the larger one has; `PLAN_DATABASE_URL` names one that was generated
 * before, for a user who may create extensions. With one of them the figures are printed.
 */

import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTokens } from '../../resolvers/services/token.ts'
import { openDatabase, type Database } from '../../resolvers/store/postgres/connection/database.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import {
  appPages,
  followMany,
  nextIn,
  pageSize,
  siteOf,
  type Page,
  type PageRequest,
  type Person,
  type Query,
} from '../../tools/bench/appPages.ts'
import { generateSite } from '../../tools/generate/generateSite.ts'
import { openBackend } from '../backend.ts'
import { statementsOf, stepsOf, type Statement } from '../store/statements.ts'
import { createPostgresDatabase } from './databases.ts'

const SMALL = 10_000
const isMeasured = process.env['PLAN_POSTS'] !== undefined || process.env['PLAN_DATABASE_URL'] !== undefined
const LARGE = Number(process.env['PLAN_POSTS'] ?? 40_000)
const POSTS_FOR_EACH_USER = 10
/** The larger the site, the fewer rows of a page are in the same block. Of millions no two are. */
const MAX_GROWTH = isMeasured ? 2 : 1.3
/** What a page may read more than that: two or three blocks are no growth of a page that reads few. */
const FEW_BLOCKS = 3

interface Reading {
  /** How many blocks the statements read. */
  blocks: number
  /** A cursor, or a path of REST; undefined after the last page. */
  next: string | undefined
}

interface OpenSite {
  /** The share of all posts that the users whom the reader follows have written. */
  followedShare: number
  read(page: Page, next?: string): Promise<Reading>
}

/**
 * The feed of the reader walks the posts of all users, up to the last one of the page: of each it reads a leaf of an index
 * and a row. To read the first post of each followed user instead takes twice as much in both sites, so growth would not
 * show it.
 */
const walked = ({ followedShare }: OpenSite) => pageSize * (2 / followedShare + 15)

/**
 * Most posts have few likes, and some more than the 20 that a response has. Each is a row, with a leaf and a row of its
 * user.
 */
const withLikes = () => 15 * pageSize

/**
 * Of users each a follow, a leaf and a row, of which several are in one block of a small table. Of millions not even the
 * other rows of the page are.
 */
const usersEach = (users: number) => () => 3 * users + (isMeasured ? 10 : 0)

/** The most blocks that some pages may read of the large site, by title. For the others it follows from the small one. */
const bounds = new Map<string, (site: OpenSite) => number>([
  ['HomePage LATEST 20 as reader', walked],
  ['HomePage TRENDING 20 as reader', walked],
  ['MyFollowing as reader', usersEach(100)],
  ['MyFollowers as celebrity', usersEach(100)],
  ['Suggestions 20 as viewer', usersEach(20)],
  ['GET /posts', withLikes],
  ['GET /posts/user/celebrity', withLikes],
])

describe.runIf(inject('postgresUrl') !== null)('the pages of the app over Postgres', () => {
  it('read as many blocks of a large site as of a small one', async () => {
    const pages = await appPages()
    expect(pages.map(({ title }) => title)).toEqual(expect.arrayContaining([...bounds.keys()]))
    const small = await openSite(await generated(SMALL))
    const large = await openSite(process.env['PLAN_DATABASE_URL'] ?? (await generated(LARGE)))
    const figures: { page: string; small: number; large: number; max: number }[] = []
    for (const each of pages) {
      const [ofSmall, ofLarge] = [await blocksOfPages(small, each), await blocksOfPages(large, each)]
      for (const [index, blocks] of ofSmall.entries()) {
        figures.push({
          page: index === 0 ? each.title : `${each.title}, second page`,
          small: blocks,
          large: ofLarge[index] ?? Infinity,
          max: Math.floor(bounds.get(each.title)?.(large) ?? MAX_GROWTH * blocks + FEW_BLOCKS),
        })
      }
    }
    if (isMeasured) console.table(figures)
    expect(figures.filter((figure) => figure.large > figure.max)).toEqual([])
    expect(figures.filter((figure) => figure.small === 0 || figure.large === 0)).toEqual([])
  })
})

/** Returns how many blocks a page reads, and the one after it if it is a list. Throws if the list has one page only. */
async function blocksOfPages(site: OpenSite, page: Page): Promise<number[]> {
  const { blocks, next } = await site.read(page)
  if (!page.isList) return [blocks]
  if (next === undefined) throw new Error(`There is no second page of ${page.title}.`)
  const second = await site.read(page, next)
  if (second.next === next) throw new Error(`The second page of ${page.title} is the first.`)
  return [blocks, second.blocks]
}

async function generated(posts: number): Promise<string> {
  const url = await createPostgresDatabase()
  await generateSite({ DATABASE_URL: url }, { users: Math.round(posts / POSTS_FOR_EACH_USER), posts })
  const database = await openDatabase(url, 'weft', { maxConnections: 1 })
  await followMany(queryOf(database))
  await expect.poll(() => vacuum(database)).toEqual([])
  await database.db.destroy()
  return url
}

/**
 * Marks blocks as visible to all, as autovacuum does: until then scans of indexes also read the rows. Also counts how
 * common values are: a plan that expects few posts without a parent sorts all of them. Resolves to the
 * tables with blocks that it could not mark, because another session, such as one of autovacuum, may see former rows.
 */
async function vacuum({ db }: Database): Promise<string[]> {
  await sql`vacuum (analyze, index_cleanup on)`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'weft'::regnamespace and relkind = 'r' and relallvisible < relpages`.execute(db)
  return rows.map(({ name }) => name)
}

function queryOf({ db }: Database): Query {
  return (text) => sql.raw<Record<string, unknown>>(text).execute(db)
}

async function openSite(url: string): Promise<OpenSite> {
  const store = await openPostgresStore({ source: url, maxWaitMs: 60_000 })
  const database = await openDatabase(url, 'weft', { maxConnections: 1 })
  onTestFinished(async () => {
    await database.db.destroy()
    await store.close()
  })
  const backend = await openBackend(async () => store, {
    store,
    startAt: new Date().toISOString(),
    listLimits: { rows: pageSize, length: 1_000_000 },
  })
  const tokens = createTokens(store, Date.now)
  const tokenOf = ({ id, username }: Person) => tokens.issue({ id, username, tokenVersion: 0 })
  const site = await siteOf(queryOf(database))
  await sql`create extension if not exists pageinspect`.execute(database.db)
  /** Sends a request. Returns the `next` of the page after it. */
  const send = async (request: PageRequest, token: string): Promise<string | undefined> => {
    if ('query' in request) {
      const json = await backend.gql(request.query, request.variables, token)
      expect(json).not.toHaveProperty('errors')
      return nextIn({ text: JSON.stringify(json) })
    }
    const { status, headers } = await backend.rest('GET', request.path, { token })
    expect(status).toBe(200)
    return nextIn({ link: headers.get('link') ?? '' })
  }
  return {
    followedShare: await followedShareOf(database, site.reader.id),
    async read(page, next) {
      const token = await tokenOf(site[page.as])
      let following: string | undefined
      const statements = await statementsOf(async () => {
        following = await send(page.request(site, next), token)
      })
      return { blocks: await blocksOf(database, statements), next: following }
    },
  }
}

/**
 * Returns how many blocks statements read, without those above the leaves of indexes: of these there is one more for each
 * search in an index that is some hundred times as large, and they are always in memory.
 */
async function blocksOf(database: Database, statements: readonly Statement[]): Promise<number> {
  return database.db.transaction().execute(async (tx) => {
    const upperBefore = await upperBlocks(tx)
    let blocks = 0
    for (const statement of statements) {
      const [root] = await stepsOf({ ...database, db: tx }, statement)
      blocks += (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0)
    }
    return blocks - ((await upperBlocks(tx)) - upperBefore)
  })
}

/**
 * Counts the blocks of B-trees above the leaves that this connection has read since it last reported its statistics. The
 * other kind of index, of the words, has none that depends on a size.
 */
async function upperBlocks(tx: Database['db']): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select sum(pg_stat_get_xact_numscans(indexrelid) * (bt_metap(indexrelid::regclass::text)).fastlevel)::integer as blocks
    from pg_index
      join pg_class as index on index.oid = indexrelid
      join pg_am on pg_am.oid = index.relam and amname = 'btree'
    where relnamespace = 'weft'::regnamespace`.execute(tx)
  return rows[0]?.blocks ?? 0
}

async function followedShareOf({ db, table }: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ share: number }>`
    select sum(post_count) filter (
      where id in (select followee_id from ${table('follows')} where follower_id = ${userId})
    )::float / sum(post_count) as share
    from ${table('users')}`.execute(db)
  if (!rows[0]?.share) throw new Error('The users whom the reader follows have written nothing.')
  return rows[0].share
}
