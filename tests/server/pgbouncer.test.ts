/**
 * A server whose calls go through PgBouncer in transaction mode. The suites of the store and those of `hostsAndPooler` run
 * through it, too.
 */

import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { demoAccount } from '../../resolvers/seed/demoAccount.ts'
import { at, listAt, textAt } from '../values.ts'
import { createPostgresDatabase, pooledUrl } from './databases.ts'
import { startServer, signUp } from './serverProcess.ts'

describe.runIf(inject('pgbouncerUrl'))('a server whose calls go through PgBouncer', () => {
  async function start() {
    const url = await createPostgresDatabase()
    const pooler = pooledUrl(url)
    const env = { DATABASE_URL: url, DATABASE_POOLER_URL: pooler, RATE_LIMITS: 'off' }
    const server = await startServer({ env, folder: '', args: ['--demo'] })
    return { server, pooler }
  }

  it('answers REST, GraphQL and its health', async () => {
    const { server, pooler } = await start()
    expect(server.lines.join('\n')).toContain(` through ${new URL(pooler).host}/`)
    const token = await signUp(server, 'ada')
    const content = 'Through a #pooler'
    const created = await server.send('POST', '/api/posts', { token, body: { postData: { content } } })
    const id = textAt(listAt(created.json, 'posts').at(-1), '_id')
    const gql = (query: string) => server.send('POST', '/graphql', { token, body: { query } })
    const found = await gql('{ users(first: 1, firstName: "asha") { edges { node { id username } } } }')
    const asha = { id: textAt(found.json, 'data.users.edges.0.node.id'), username: demoAccount.username }

    const read = await server.send('GET', '/api/posts')
    const liked = await server.send('POST', `/api/posts/like/${id}`, { token })
    const bookmarked = await server.send('POST', `/api/users/bookmark/${id}`, { token })
    const follow = `mutation { followUser(input: { userId: "${asha.id}" }) { viewer { followingCount } } }`
    const followed = await gql(follow)
    const fed = await gql('{ feed(first: 1) { edges { node { content likeCount } } } }')
    const answers = [created, found, read, liked, bookmarked, followed, fed]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201, 200, 200, 200])
    for (const { json } of answers) expect(json).not.toHaveProperty('errors')
    expect(listAt(read.json, 'posts').at(-1)).toMatchObject({ _id: id, content })
    expect(found.json).toEqual({ data: { users: { edges: [{ node: asha }] } } })
    expect(followed.json).toEqual({ data: { followUser: { viewer: { followingCount: 1 } } } })
    expect(fed.json).toEqual({ data: { feed: { edges: [{ node: { content, likeCount: 1 } }] } } })
    expect((await server.fetch('/readyz')).status).toBe(200)
  })

  it('has the settings of the planner and its limits on every connection of PgBouncer', async () => {
    const { server, pooler } = await start()
    await Promise.all(Array.from({ length: 30 }, () => server.send('GET', '/api/posts')))
    const clients = Array.from({ length: 10 }, () => new pg.Client(pooler))
    const settings = await Promise.all(
      clients.map(async (client) => {
        await client.connect()
        // Holds its connection until all have theirs.
        await client.query('begin')
        const { rows } = await client.query(
          `select current_setting('enable_seqscan') as scans, current_setting('statement_timeout') as timeout,
             pg_backend_pid() as pid`,
        )
        return rows[0]
      }),
    )
    for (const client of clients) await client.end()
    expect(new Set(settings.map(({ pid }) => pid)).size).toBe(clients.length)
    for (const setting of settings) expect(setting).toMatchObject({ scans: 'off', timeout: '10s' })
  })

  it('counts likes of many users at once', async () => {
    const { server } = await start()
    const { json } = await server.send('GET', '/api/posts')
    const id = String(at(json, 'posts.0._id'))
    const likes = Number(at(json, 'posts.0.likes.likeCount'))
    const tokens: string[] = []
    for (let user = 0; user < 20; user += 1) tokens.push(await signUp(server, `user${user}`))
    const answers = await Promise.all(tokens.map((token) => server.send('POST', `/api/posts/like/${id}`, { token })))
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 201))
    expect(at((await server.send('GET', `/api/posts/${id}`)).json, 'post.likes.likeCount')).toBe(likes + tokens.length)
  })
})
