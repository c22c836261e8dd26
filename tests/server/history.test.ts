/**
 * Many clients change the same data at once while the server and Postgres are killed. Afterwards the data must be what
 * the clients were told: `SEED` repeats a run, except for the order in which the server handles calls.
 */

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createTokens } from '../../resolvers/services/token.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { seed } from '../seed.ts'
import { id, postRow, userRow } from '../store/rows.ts'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { runClient, type Knowledge, type World } from './historyClients.ts'
import { startServer } from './serverProcess.ts'

const CLIENTS = 200
const POSTS = 10
const CALLS_PER_CLIENT = Number(process.env['HISTORY_CALLS'] ?? 15)

/** Stores the users, and the posts of the first. Returns their tokens, too. */
async function prepare(url: string): Promise<Pick<World, 'users' | 'postIds'>> {
  const store = await openPostgresStore({ source: url, maxWaitMs: 60_000 })
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const rows = numbers(CLIENTS).map((number) => userRow(number, { postCount: number === 1 ? POSTS : 0 }))
  const posts = numbers(POSTS).map((number) =>
    postRow(number, { authorId: id(1), content: number % 2 === 0 ? `${number} #warp` : `${number}` }),
  )
  await store.admin.transaction(async (tx) => {
    await tx.insertMany('users', rows)
    await tx.insertMany('posts', posts)
  })
  const tokens = createTokens(store, Date.now)
  const users = await Promise.all(
    rows.map(async (row) => ({ id: row.id, username: row.username, token: await tokens.issue(row) })),
  )
  await store.close()
  return { users, postIds: posts.map((post) => post.id) }
}

it.runIf(findPostgres())(
  'a server over Postgres loses no acknowledged change when it or Postgres is killed',
  async () => {
    console.log(`SEED=${seed}`)
    const cluster = await createCluster()
    onTestFinished(() => cluster.remove())
    const { users, postIds } = await prepare(cluster.url)
    const env = { DATABASE_URL: cluster.url, DATABASE_CONNECTIONS: '50', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
    const start = () => startServer({ env, folder: '' })
    let server = await start()

    const restart = async (parts: { server?: true; postgres?: true }) => {
      await Promise.all([parts.server && server.stop('SIGKILL'), parts.postgres && cluster.kill()])
      if (parts.postgres) await cluster.start()
      if (parts.server) server = await start()
      world.url = server.url
    }
    const total = CLIENTS * CALLS_PER_CLIENT
    /** What is killed after how many calls. */
    const failures: { at: number; parts: Parameters<typeof restart>[0] }[] = [
      { at: total * 0.2, parts: { server: true } },
      { at: total * 0.4, parts: { postgres: true } },
      { at: total * 0.6, parts: { server: true, postgres: true } },
      { at: total * 0.8, parts: { postgres: true } },
    ]
    let calls = 0
    let running: Promise<unknown> = Promise.resolve()
    const world: World = {
      url: server.url,
      users,
      postIds,
      onCall() {
        calls += 1
        const [next] = failures
        if (!next || calls < next.at) return
        failures.shift()
        running = running.then(() => restart(next.parts))
      },
      async untilRunning() {
        await running
      },
      problems: [],
      counts: { done: 0, refused: 0, notDone: 0, unknown: 0 },
    }
    const known = await Promise.all(users.map((user, index) => runClient(world, user, seed + index, CALLS_PER_CLIENT)))
    await running

    const database = new pg.Client(cluster.url)
    await database.connect()
    const rows = (text: string) => database.query<Record<string, string>>(text).then((result) => result.rows)
    expect(world.problems).toEqual([])
    expect(failures).toEqual([])
    expect(world.counts.done).toBeGreaterThan(total / 10)
    expect(await differences(known, rows)).toEqual([])
    for (const query of inconsistencies) expect(await rows(query), query).toEqual([])
    await database.end()
    expect(cluster.log.filter((line) => line.includes('deadlock detected'))).toEqual([])
    console.log(JSON.stringify(world.counts))
  },
)

/** Queries that return rows which contradict others. */
const inconsistencies = [
  `select id from weft.posts where like_count <>
    (select count(*) from weft.reactions where post_id = posts.id and kind = 'like')`,
  'select id from weft.users where post_count <> (select count(*) from weft.posts where author_id = users.id)',
  'select id from weft.users where follower_count <> (select count(*) from weft.follows where followee_id = users.id)',
  'select id from weft.users where following_count <> (select count(*) from weft.follows where follower_id = users.id)',
  `select tag from weft.tag_counts where post_count <>
    (select count(*) from weft.post_tags where post_tags.tag = tag_counts.tag)`,
  'select id from weft.post_tags join weft.posts using (id) where post_tags.like_count <> posts.like_count',
]

/** Returns what is stored although a client knows that it is not there, and the reverse. */
async function differences(
  known: readonly Knowledge[],
  rows: (query: string) => Promise<Record<string, string>[]>,
): Promise<string[]> {
  const stored = new Set<string>()
  const add = (kind: string, found: Record<string, string>[]) => {
    for (const row of found) stored.add(`${row['user']} ${kind} ${row['id']}`)
  }
  add('like', await rows(`select user_id as user, post_id as id from weft.reactions where kind = 'like'`))
  add('bookmark', await rows('select user_id as user, post_id as id from weft.bookmarks'))
  add('follow', await rows('select follower_id as user, followee_id as id from weft.follows'))
  const contents = await rows('select author_id as user, content as id from weft.posts')
  add('post', contents)
  const problems = contents.length === new Set(contents.map((row) => row['id'])).size ? [] : ['A post is twice']
  const check = (fact: string, presence: { mayBe(isThere: boolean): boolean }) => {
    if (!presence.mayBe(stored.has(fact))) problems.push(`${fact}: ${stored.has(fact)}`)
  }
  const bios = new Map((await rows('select id, bio from weft.users')).map((user) => [user['id'], user['bio']]))
  for (const { user, links, posts, bios: possible } of known) {
    for (const [link, presence] of links) check(`${user.id} ${link}`, presence)
    for (const { content, presence } of posts) check(`${user.id} post ${content}`, presence)
    const bio = bios.get(user.id) ?? ''
    if (!possible.has(bio)) problems.push(`${user.username} bio: ${bio}`)
  }
  return problems
}
