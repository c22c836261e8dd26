/** A post that many like at once. */

import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createTokens } from '../../resolvers/services/token.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { readResults } from '../../src/backend/graphqlOverHttp.ts'
import { generateSite } from '../../tools/generate/generateSite.ts'
import { startServerCluster } from '../../tools/startServerCluster.mjs'
import { at, textAt } from '../values.ts'
import { createPostgresDatabase } from './databases.ts'
import { signUp, startServer, withCalls } from './serverProcess.ts'

const FOLLOWERS = 200

it.runIf(inject('postgresUrl'))('counts exactly the likes that three processes have accepted at once', async () => {
  const databaseUrl = await createPostgresDatabase()
  await generateSite({ DATABASE_URL: databaseUrl }, { users: 2 * FOLLOWERS, posts: 200 })
  const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
  const cluster = await startServerCluster({ count: 3, databaseUrl, env })
  onTestFinished(() => cluster.stop())
  const servers = cluster.processes.map(withCalls)

  const database = new pg.Client(databaseUrl)
  await database.connect()
  onTestFinished(() => database.end())
  const { rows: followers } = await database.query<{ id: string; username: string }>(`
    select users.id, username from weft.users join weft.follows on follower_id = users.id
    where followee_id = (select id from weft.users order by follower_count desc limit 1)`)
  expect(followers).toHaveLength(FOLLOWERS)
  const { rows: posts } = await database.query<{ id: string }>(
    'select id from weft.posts order by like_count, id limit 1',
  )
  const id = posts[0]?.id ?? ''
  await database.query('delete from weft.reactions where post_id = $1', [id])
  await database.query('update weft.posts set like_count = 0 where id = $1', [id])

  const store = await openPostgresStore({ source: databaseUrl })
  onTestFinished(() => store.close())
  const tokens = createTokens(store, Date.now)
  const statuses = await Promise.all(
    followers.map(async (follower, index) => {
      const token = await tokens.issue({ ...follower, tokenVersion: 0 })
      return (await servers[index % servers.length]?.send('POST', `/api/posts/like/${id}`, { token }))?.status
    }),
  )
  // A like that waited for too long was refused, and has changed nothing.
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
  const accepted = statuses.filter((status) => status === 201).length
  expect(accepted).toBeGreaterThan(0)
  const { rows } = await database.query(
    `select like_count, (select count(*)::integer from weft.reactions where post_id = $1) as rows
     from weft.posts where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ like_count: accepted, rows: accepted }])
})

it('sends fewer events than a post gets likes and unlikes in a row, the last with the last state', async () => {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } })
  const [ada, grace] = [await signUp(server, 'ada'), await signUp(server, 'grace')]
  const { json } = await server.send('POST', '/api/posts', { token: ada, body: { postData: { content: 'Warp' } } })
  const id = textAt(json, 'posts.0._id')
  const query = encodeURIComponent('subscription { changes { ... on PostChange { post { likeCount } } } }')
  const stream = await server.fetch(`/graphql?query=${query}`, { headers: { accept: 'text/event-stream' } })

  const counts: unknown[] = []
  const received = (async () => {
    for await (const result of readResults(stream)) {
      const count = at(result, 'data.changes.post.likeCount')
      if (count !== undefined) counts.push(count)
      if (count === 2) break
    }
  })()
  const press = async (call: 'like' | 'dislike', token: string) =>
    expect(await server.send('POST', `/api/posts/${call}/${id}`, { token })).toMatchObject({ status: 201 })
  for (let pair = 0; pair < 50; pair += 1) {
    await press('like', ada)
    await press('dislike', ada)
  }
  await press('like', ada)
  await press('like', grace)
  await received
  expect([counts[0], counts.at(-1)]).toEqual([1, 2])
  // At most one a second, so an event for every second change is far too many.
  expect(counts.length).toBeLessThan(51)
})
