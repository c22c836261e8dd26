/**
 * How much the pages of the app read from Postgres does not depend on the number of posts: the same pages over two sites
 * of the generator. `PLAN_POSTS` sets how many posts the larger one has; `PLAN_DATABASE_URL` names one that was generated
 * before, for a user who may create extensions. With one of them the figures are printed.
 */

import { getOperationAST, parse } from 'graphql'
import { sql, type RawBuilder } from 'kysely'
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
/** How many users the reader follows at least, so that the feed walks the posts of all users (feed.ts). */
const FOLLOWED = 250
/** The larger the site, the fewer rows of a page are in the same block. Of millions of posts no two are. */
const MAX_GROWTH = isMeasured ? 2 : 1.3
/** What a page may read more than that: two or three blocks are no growth of a page that reads few. */
const FEW_BLOCKS = 3
const first = 20

interface Person {
  id: string
  username: string
  /** Their most liked post. */
  postId: string
}

interface People {
  /** Has a common number of posts, follows and likes. */
  viewer: Person
  /** Is followed by every second user, and has many posts, likes and bookmarks. */
  celebrity: Person
  /** Follows many. */
  reader: Person
}

interface Reading {
  /** How many blocks the statements read. */
  blocks: number
  /** Where the list goes on: a cursor, or a path of REST. */
  next: string | undefined
}

interface Site extends People {
  /** The share of all posts that the users whom the reader follows have written. */
  followedShare: number
  graphql(operation: string, variables: Variables, as: Person): Promise<Reading>
  rest(path: string, as: Person): Promise<Reading>
}

type Variables = Record<string, unknown>

interface Page {
  title: string
  read(site: Site, next?: string): Promise<Reading>
  /** Whether it is the first one of a list, of which the second is read, too. */
  isList: boolean
  /** How many blocks it may read of the large site. By default that depends on those of the small one. */
  max: ((site: Site) => number) | undefined
}

interface PageOptions {
  as?: keyof People
  max?: Page['max']
}

/** An operation of the app, or one of `otherOperations`. */
function page(
  operation: string,
  variables: (people: People) => Variables = () => ({}),
  { as = 'viewer', max }: PageOptions = {},
): Page {
  return {
    title: [operation, ...Object.values(variables(placeholders)), 'as', as].join(' '),
    read: (site, next) =>
      site.graphql(operation, { ...variables(site), ...(next !== undefined && { after: next }) }, site[as]),
    isList: false,
    max,
  }
}

/** A call of REST as the celebrity. */
function restPage(path: (celebrity: Person) => string, max?: Page['max']): Page {
  return {
    title: `GET ${path(placeholders.celebrity)}`,
    read: (site, next) => site.rest(next ?? path(site.celebrity), site.celebrity),
    isList: false,
    max,
  }
}

const list = (...args: Parameters<typeof page>): Page => ({ ...page(...args), isList: true })
const restList = (...args: Parameters<typeof restPage>): Page => ({ ...restPage(...args), isList: true })

/** For the titles of pages. */
const placeholders: People = { viewer: named('viewer'), celebrity: named('celebrity'), reader: named('reader') }

function named(name: string): Person {
  return { id: name, username: name, postId: `post of ${name}` }
}

/** Lists that no operation of the app reads, or not in this order. */
const otherOperations = [
  `query PostsOfUser($userId: ID!, $orderBy: PostOrder!, $first: Int!, $after: String) {
    user(id: $userId) {
      posts(first: $first, after: $after, orderBy: $orderBy) {
        edges { node { content author { username } } }
        pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  `query Users($firstName: String, $first: Int!, $after: String) {
    users(firstName: $firstName, first: $first, after: $after) {
      edges { node { username } }
      pageInfo { endCursor hasNextPage }
    }
  }`,
]

/**
 * The feed of the reader walks the posts of all users, up to the last one of the page: of each it reads a leaf of an index
 * and a row. To read the first post of each followed user instead takes twice as much in both sites, so growth would not
 * show it.
 */
const walked: Page['max'] = ({ followedShare }) => first * (2 / followedShare + 15)

/**
 * Most posts have few likes, and some more than the 20 that a response has. Each is a row, with a leaf and a row of its
 * user.
 */
const withLikes: Page['max'] = () => 15 * first

/** Of 100 users each a follow, a leaf and a row, of which several are in one block of a small table. */
const hundredUsers: Page['max'] = () => 3 * 100

const texts = ['a', 'ma', 'ina', 'marina', 'nobody']

/** Each page that reads a list, a search, a profile or a post. */
const pages: Page[] = [
  ...['LATEST', 'TRENDING'].flatMap((orderBy) => [
    list('HomePage', () => ({ orderBy, first })),
    list('HomePage', () => ({ orderBy, first }), { as: 'reader', max: walked }),
    list('ExplorePage', () => ({ orderBy, first })),
    list('TagPage', () => ({ tag: 'weft', orderBy, first })),
    list('PostsOfUser', ({ celebrity }) => ({ userId: celebrity.id, orderBy, first })),
  ]),
  page('ProfilePage', ({ viewer }) => ({ userId: viewer.id, first })),
  list('ProfilePage', ({ celebrity }) => ({ userId: celebrity.id, first })),
  page('UserPage', ({ celebrity }) => ({ username: celebrity.username })),
  page('HoverCard', ({ celebrity }) => ({ userId: celebrity.id })),
  page('MentionCard', ({ celebrity }) => ({ username: celebrity.username })),
  page('PeopleHead', ({ celebrity }) => ({ userId: celebrity.id })),
  list('Followers', ({ celebrity }) => ({ userId: celebrity.id, first })),
  page('Following', ({ viewer }) => ({ userId: viewer.id, first })),
  list('Following', ({ reader }) => ({ userId: reader.id, first })),
  page('PostPage', ({ celebrity }) => ({ postId: celebrity.postId })),
  list('Likes', ({ celebrity }) => ({ postId: celebrity.postId, first })),
  page('BookmarksPage', () => ({ first })),
  list('BookmarksPage', () => ({ first }), { as: 'celebrity' }),
  list('Suggestions', () => ({ first })),
  list('Users', () => ({ first })),
  ...texts.map((firstName) => page('SearchUsers', () => ({ firstName, first }))),
  ...['a', 'ma', 'ofia'].map((firstName) => list('Users', () => ({ firstName, first: 5 }))),
  page('MyPosts'),
  list('MyPosts', undefined, { as: 'celebrity' }),
  page('MyLikes'),
  list('MyLikes', undefined, { as: 'celebrity' }),
  page('MyBookmarks'),
  list('MyBookmarks', undefined, { as: 'celebrity' }),
  page('MyFollowing'),
  list('MyFollowing', undefined, { as: 'reader', max: hundredUsers }),
  page('MyFollowers'),
  list('MyFollowers', undefined, { as: 'celebrity', max: hundredUsers }),
  page('AccountFigures'),
  restList(() => '/posts', withLikes),
  restList(({ username }) => `/posts/user/${username}`, withLikes),
  restPage(({ postId }) => `/posts/${postId}`),
  restList(() => '/users'),
  restPage(({ id }) => `/users/${id}`),
  restList(() => '/users/bookmark'),
]

let documents: ReadonlyMap<string | undefined, string>

describe.runIf(inject('postgresUrl') !== null)('the pages of the app over Postgres', () => {
  it('read as many blocks of a large site as of a small one', async () => {
    const sent = [...(await sentDocuments()), ...otherOperations]
    documents = new Map(sent.map((text) => [getOperationAST(parse(text))?.name?.value, text]))
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
          max: Math.floor(each.max?.(large) ?? MAX_GROWTH * blocks + FEW_BLOCKS),
        })
      }
    }
    if (isMeasured) console.table(figures)
    expect(figures.filter((figure) => figure.large > figure.max)).toEqual([])
    expect(figures.filter((figure) => figure.small === 0 || figure.large === 0)).toEqual([])
  })
})

/** Returns how many blocks a page reads, and the one after it if it is a list. Throws if the list has one page only. */
async function blocksOfPages(site: Site, { title, read, isList }: Page): Promise<number[]> {
  const { blocks, next } = await read(site)
  if (!isList) return [blocks]
  if (next === undefined) throw new Error(`There is no second page of ${title}.`)
  const second = await read(site, next)
  if (second.next === next) throw new Error(`The second page of ${title} is the first.`)
  return [blocks, second.blocks]
}

async function generated(posts: number): Promise<string> {
  const url = await createPostgresDatabase()
  const args = ['generate', '--users', String(Math.round(posts / POSTS_FOR_EACH_USER)), '--posts', String(posts)]
  const { code, output } = await runServer({ args, env: { DATABASE_URL: url }, folder: ' ' })
  if (code !== 0) throw new Error(output)
  const database = await openDatabase(url, 'weft', { maxConnections: 1 })
  await followMany(database)
  await expect.poll(() => vacuum(database)).toEqual([])
  await database.db.destroy()
  return url
}

/**
 * Marks blocks as visible to all, as autovacuum does: until then scans of indexes also read the rows. Resolves to the
 * tables with blocks that it could not mark, because another session, such as one of autovacuum, may see former rows.
 */
async function vacuum({ db }: Database): Promise<string[]> {
  await sql`vacuum (index_cleanup on)`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'weft'::regnamespace and relkind = 'r' and relallvisible < relpages`.execute(db)
  return rows.map(({ name }) => name)
}

/** Lets the reader follow the users who have written most. */
async function followMany({ db, table }: Database): Promise<void> {
  await sql`
    with reader as (
      select id from ${table('users')} where ${isReader}
    ), added as (
      insert into ${table('follows')} (id, follower_id, followee_id)
      select md5(users.id::text)::uuid, reader.id, users.id from reader join ${table('users')} on users.id <> reader.id
      order by post_count desc, users.id limit ${FOLLOWED}
      on conflict do nothing returning id
    )
    update ${table('users')} set following_count = following_count + (select count(*) from added)
    where id = (select id from reader)`.execute(db)
}

async function openSite(url: string): Promise<Site> {
  const store = await openPostgresStore({ source: url, maxWaitMs: 60_000 })
  const database = await openDatabase(url, 'weft', { maxConnections: 1 })
  onTestFinished(async () => {
    await database.db.destroy()
    await store.close()
  })
  const backend = await openBackend(async () => store, {
    store,
    startAt: new Date().toISOString(),
    listLimits: { rows: first, length: 1_000_000 },
  })
  const tokens = createTokens(store, Date.now)
  const tokenOf = ({ id, username }: Person) => tokens.issue({ id, username, tokenVersion: 0 })
  const reading = async (send: () => Promise<string | undefined>): Promise<Reading> => {
    let next: string | undefined
    const statements = await statementsOf(async () => {
      next = await send()
    })
    return { blocks: await blocksOf(database, statements), next }
  }
  await sql`create extension if not exists pageinspect`.execute(database.db)
  const people = await peopleOf(database)
  return {
    ...people,
    followedShare: await followedShareOf(database, people.reader.id),
    async graphql(operation, variables, as) {
      const token = await tokenOf(as)
      return reading(async () => {
        const json = await backend.gql(documents.get(operation) ?? '', variables, token)
        expect(json).not.toHaveProperty('errors')
        return nextCursorIn(json)
      })
    },
    async rest(path, as) {
      const token = await tokenOf(as)
      return reading(async () => {
        const { status, headers } = await backend.rest('GET', path, { token })
        expect(status).toBe(200)
        return /<\/api(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      })
    },
  }
}

/** Returns the cursor of the last edge of the list in a response, if it has a next page. */
function nextCursorIn(json: unknown): string | undefined {
  const [pageInfo = ''] = /"pageInfo":\{[^}]*"hasNextPage":true[^}]*\}/.exec(JSON.stringify(json)) ?? []
  return /"endCursor":"([^"]*)"/.exec(pageInfo)?.[1]
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

/** Counts the blocks above the leaves that this connection has read since it last reported its statistics. */
async function upperBlocks(tx: Database['db']): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select sum(pg_stat_get_xact_numscans(indexrelid) * (bt_metap(indexrelid::regclass::text)).fastlevel)::integer as blocks
    from pg_index join pg_class as index on index.oid = indexrelid
    where relnamespace = 'weft'::regnamespace`.execute(tx)
  return rows[0]?.blocks ?? 0
}

const isCelebrity = sql`username like '%\\_0'`
const isReader = sql`username like '%\\_1'`

async function peopleOf({ db, table }: Database): Promise<People> {
  const personWhere = async (condition: RawBuilder<unknown>): Promise<Person> => {
    const { rows } = await sql<Person>`
      select id, username, (
        select id from ${table('posts')} where author_id = users.id order by like_count desc limit 1
      ) as post_id
      from ${table('users')} where ${condition} order by id limit 1`.execute(db)
    if (!rows[0]) throw new Error('The site was not made by the generator.')
    return rows[0]
  }
  return {
    viewer: await personWhere(sql`
      following_count between 10 and 14 and post_count between 8 and 12 and (
        select count(*) from ${table('reactions')} where user_id = users.id
      ) between 28 and 32`),
    celebrity: await personWhere(isCelebrity),
    reader: await personWhere(isReader),
  }
}

async function followedShareOf({ db, table }: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ share: number }>`
    select sum(post_count) filter (
      where id in (select followee_id from ${table('follows')} where follower_id = ${userId})
    )::float / sum(post_count) as share
    from ${table('users')}`.execute(db)
  return rows[0]?.share ?? 0
}
