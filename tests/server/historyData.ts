import pg from 'pg'
import { createTokens } from '../../resolvers/services/token.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { id, postRow, userRow } from '../store/rows.ts'
import type { Presence } from './history.ts'
import type { Knowledge, World } from './historyClients.ts'

const POSTS = 10

/** Stores users, and the posts of the first. Returns their tokens, too. */
export async function prepareUsers(url: string, clients: number): Promise<Pick<World, 'users' | 'postIds'>> {
  const store = await openPostgresStore({ source: url, schemaChanges: 'create', maxWaitMs: 60_000 })
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const rows = numbers(clients).map((number) => userRow(number, { postCount: number === 1 ? POSTS : 0 }))
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

/** Queries that return rows which contradict others. */
const inconsistencies = [
  `select id from weft.posts where like_count <>
    (select count(*) from weft.reactions where post_id = posts.id and kind = 'like')`,
  `select id from weft.users where post_count <>
    (select count(*) from weft.posts where author_id = users.id and state = 'shown')`,
  'select id from weft.users where follower_count <> (select count(*) from weft.follows where followee_id = users.id)',
  'select id from weft.users where following_count <> (select count(*) from weft.follows where follower_id = users.id)',
  `select tag from weft.tag_counts where post_count <>
    (select count(*) from weft.post_tags where post_tags.tag = tag_counts.tag)`,
  'select id from weft.post_tags join weft.posts using (id) where post_tags.like_count <> posts.like_count',
]

/** Returns what is stored and contradicts itself or what the clients know. */
export async function contradictions(known: readonly Knowledge[], url: string): Promise<unknown[]> {
  const database = new pg.Client(url)
  await database.connect()
  const rows = (text: string) => database.query<Record<string, string>>(text).then((result) => result.rows)
  const found: unknown[] = await differences(known, rows)
  for (const query of inconsistencies) for (const row of await rows(query)) found.push({ query, row })
  await database.end()
  return found
}

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
  const contents = await rows("select author_id as user, content as id from weft.posts where state = 'shown'")
  add('post', contents)
  const problems = contents.length === new Set(contents.map((row) => row['id'])).size ? [] : ['A post is twice']
  const check = (fact: string, presence: Presence) => {
    if (!presence.mayBe(stored.has(fact))) problems.push(`${fact}: ${stored.has(fact)} after ${String(presence)}`)
  }
  const bios = new Map((await rows('select id, bio from weft.users')).map((user) => [user['id'], user['bio']]))
  for (const { user, links, posts, bio: last, lateBios } of known) {
    for (const [link, presence] of links) check(`${user.id} ${link}`, presence)
    for (const { content, presence } of posts) check(`${user.id} post ${content}`, presence)
    const bio = bios.get(user.id) ?? ''
    if (bio !== last && !lateBios.has(bio)) problems.push(`${user.username} bio: ${bio}`)
  }
  return problems
}
