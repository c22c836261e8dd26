import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createTokens } from '../../resolvers/services/token.ts'
import { demoAccount, seedIfEmpty } from '../../resolvers/browser/index.ts'
import { seedUsers } from '../../resolvers/seed/seedUsers.ts'
import { openBackend } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { adapters } from '../store/adapters.ts'

describe.each(adapters)('the seed ($name store)', ({ open }) => {
  const start = (store?: Awaited<ReturnType<typeof open>>) => openBackend(open, { seed: true, ...(store && { store }) })
  const usernames = (list: unknown[]) => list.map((user) => textAt(user, 'username')).toSorted()

  test('seeds six users and six posts', async () => {
    const backend = await start()
    const users = listAt((await backend.rest('GET', '/users')).json, 'users')
    const posts = listAt((await backend.rest('GET', '/posts')).json, 'posts')
    expect(users).toHaveLength(6)
    expect(posts.map((post) => at(post, 'likes'))).toEqual(
      [32, 23, 104, 9, 0, 20].map((likeCount) => ({ likeCount, likedBy: [], dislikedBy: [] })),
    )
    expect(usernames(posts)).toEqual(usernames(users))
  })

  test('gives the pictures of the seeded posts the size and the description of their files', async () => {
    const backend = await start()
    const response = await backend.gql('{ posts { edges { node { media { url width height alt } } } } }')
    const media = listAt(response, 'data.posts.edges').flatMap((edge) => at(edge, 'node.media') ?? [])
    expect(media).toHaveLength(4)
    for (const picture of media) {
      const file = await readFile(`public${textAt(picture, 'url')}`, 'utf8')
      expect(file).toContain(`viewBox="0 0 ${Number(at(picture, 'width'))} ${Number(at(picture, 'height'))}"`)
      expect(file).toContain(`aria-label="${textAt(picture, 'alt')}"`)
    }
  })

  test('dates the seeded posts in order, before the first start and after the sign-up of their authors', async () => {
    const backend = await start()
    const posts = listAt((await backend.rest('GET', '/posts')).json, 'posts')
    const users = listAt((await backend.rest('GET', '/users')).json, 'users')
    const days = posts.map((post) => textAt(post, 'createdAt'))
    expect(days).toEqual(days.toSorted())
    expect(days.every((day) => day <= '2026-05-04')).toBe(true)
    expect(users.every((user) => textAt(user, 'createdAt') < (days[0] ?? ''))).toBe(true)
    const ids = posts.map((post) => textAt(post, '_id'))
    expect(ids).toEqual(ids.toSorted())
  })

  test('lets the demo account log in and fills its feed', async () => {
    const backend = await start()
    const request = new Request('http://localhost/api/auth/login', {
      method: 'POST',
      body: JSON.stringify(demoAccount),
    })
    const response = await backend.http(request)
    const text = await response.text()
    expect(text).not.toContain(demoAccount.password)
    const json: unknown = JSON.parse(text)
    expect(response.status).toBe(200)
    expect(listAt(json, 'foundUser.following')).toHaveLength(2)
    expect(listAt(json, 'foundUser.followers')).toHaveLength(2)
    expect(at(json, 'foundUser.bookmarks')).toEqual([])
    const followed = usernames(listAt(json, 'foundUser.following'))
    const feed = await backend.gql(
      '{ feed { edges { node { author { username } } } } }',
      {},
      textAt(json, 'encodedToken'),
    )
    const authors = listAt(feed, 'data.feed.edges').map((edge) => textAt(edge, 'node.author.username'))
    expect(authors.toSorted()).toEqual([...followed, demoAccount.username].toSorted())
  })

  test('seeds counts that match the posts and follows', async () => {
    const backend = await start()
    const response = await backend.gql(`{ users { edges { node {
      username postCount followerCount followingCount
      posts { edges { cursor } } followers { edges { node { username } } } following { edges { node { username } } }
    } } } }`)
    const nodes = listAt(response, 'data.users.edges').map((edge) => at(edge, 'node'))
    expect(nodes).toHaveLength(6)
    for (const node of nodes) {
      expect(listAt(node, 'posts.edges')).toHaveLength(Number(at(node, 'postCount')))
      expect(listAt(node, 'followers.edges')).toHaveLength(Number(at(node, 'followerCount')))
      expect(listAt(node, 'following.edges')).toHaveLength(Number(at(node, 'followingCount')))
      const follows = seedUsers.find(({ username }) => username === textAt(node, 'username'))?.follows ?? []
      const names = listAt(node, 'following.edges').map((edge) => textAt(edge, 'node.username'))
      expect(names.toSorted()).toEqual(follows.toSorted())
    }
  })

  test('stores the seed once when several backends start at the same time', async () => {
    const backend = await openBackend(open)
    await Promise.all([1, 2, 3].map((hour) => seedIfEmpty(backend.store, () => hour * 3_600_000 + 4e12)))
    expect(listAt((await backend.rest('GET', '/users')).json, 'users')).toHaveLength(6)
  })

  test('does not seed again after all posts are deleted', async () => {
    const backend = await start()
    const clock = () => Date.parse('2026-05-04T09:30:00Z')
    const tokens = createTokens(backend.store, clock)
    for (const post of listAt((await backend.rest('GET', '/posts')).json, 'posts')) {
      const author = await backend.store.read.users.byUsername(textAt(post, 'username'))
      const token = await tokens.issue({ id: author?.id ?? '', username: author?.username ?? '', tokenVersion: 0 })
      expect(await backend.rest('DELETE', `/posts/${textAt(post, '_id')}`, { token })).toMatchObject({ status: 201 })
    }
    const restarted = await start(backend.store)
    expect((await restarted.rest('GET', '/posts')).json).toEqual({ posts: [] })
    expect(listAt((await restarted.rest('GET', '/users')).json, 'users')).toHaveLength(6)
  })
})
