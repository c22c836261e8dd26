import { EventSourceParserStream } from 'eventsource-parser/stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type BackendSetup, type TestBackend, type TestUser } from '../backend.ts'
import { interceptStore } from '../interceptStore.ts'
import { postRow } from '../store/rows.ts'
import { at, listAt, textAt } from '../values.ts'
import { openMemoryStore } from './fixture.ts'

const limits = { maxResponseLength: 10_000, listLimits: { rows: 1000, length: 10_000 } }
const tooLarge = {
  data: null,
  errors: [
    {
      message: 'The response would be too large. Request fewer rows.',
      extensions: { code: 'RESPONSE_TOO_LARGE', status: 400 },
    },
  ],
}

describe('a server limits its responses', () => {
  let backend: TestBackend
  let mira: TestUser
  let storeCalls: string[]
  const open = async (setup: BackendSetup = limits) => {
    storeCalls = []
    const wrap: BackendSetup['wrap'] = (store) => interceptStore(store, (call) => storeCalls.push(call))
    backend = await openBackend(openMemoryStore, { ...setup, wrap, tick: 1 })
    mira = await backend.signUpUser('mira')
  }
  beforeEach(() => open())

  function request(query: string, accept = 'application/graphql-response+json'): Request {
    const headers = { 'content-type': 'application/json', accept, authorization: mira.token }
    return new Request('http://localhost/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
  }
  const gql = async (query: string): Promise<unknown> => (await backend.http(request(query))).json()
  const post = (length = 4000) => backend.post(mira, 'x'.repeat(length))
  const contents = (first: number) => `{ posts(first: ${first}) { edges { node { content } } } }`

  test('to a number of characters, beyond which an operation of GraphQL has an error in place of its result', async () => {
    for (let count = 0; count < 3; count += 1) await post()
    expect(listAt(await gql(contents(2)), 'data.posts.edges')).toHaveLength(2)
    expect(await gql(contents(3))).toEqual(tooLarge)
  })

  test('also if they repeat a text under aliases or in several places', async () => {
    await post()
    const aliases = 'a: content b: content c: content'
    expect(await gql(`{ posts(first: 1) { edges { node { ${aliases} } } } }`)).toEqual(tooLarge)
    await backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { bio: 'x'.repeat(2000) } } })
    for (let count = 0; count < 5; count += 1) await post(1)
    const bios = (first: number) => `{ posts(first: ${first}) { edges { node { author { bio } } } } }`
    expect(await gql(bios(4))).toMatchObject({ data: { posts: {} } })
    expect(await gql(bios(6))).toEqual(tooLarge)
  })

  test('of a change, too, which is made', async () => {
    const content = 'x'.repeat(4000)
    const fields = 'postEdge { node { a: content b: content c: content } }'
    expect(await gql(`mutation { createPost(input: { content: "${content}" }) { ${fields} } }`)).toEqual(tooLarge)
    expect(listAt((await backend.rest('GET', '/posts')).json, 'posts')).toMatchObject([{ content }])
  })

  test('of a subscription each result, and the next one follows', async () => {
    const fields = 'postEdge { node { a: content b: content c: content } }'
    const query = `subscription { changes { ... on PostCreation { ${fields} } } }`
    const response = await backend.http(request(query, 'text/event-stream'))
    const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    const reader = events?.getReader()
    const next = async (): Promise<unknown> => JSON.parse((await reader?.read())?.value?.data ?? '')
    await post()
    await expect(next()).resolves.toEqual(tooLarge)
    await post(1)
    await expect(next()).resolves.toMatchObject({ data: { changes: {} } })
    await reader?.cancel()
  })

  test('of REST to the newest rows that fit, at least one, with a link to the others', async () => {
    await open({ listLimits: { rows: 1000, length: 4500 } })
    const ids = [await post(1500), await post(5000), await post(1500), await post(1500)]
    const parts: unknown[][] = []
    for (let next: string | undefined = '/posts'; next !== undefined;) {
      const { json, headers } = await backend.rest('GET', next)
      parts.push(listAt(json, 'posts').map((record) => at(record, '_id')))
      next = /^<\/api(\S+)>/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(parts).toEqual([ids.slice(2), ids.slice(1, 2), ids.slice(0, 1)])
  })

  test.each([
    ['few parts if they are short', 100, 4],
    ['many parts if they are long', 12_000, 10],
  ])('of REST, whose rows it reads in %s', async (_parts, length, parts) => {
    await open({ listLimits: { rows: 600, length: 6_000_000 } })
    const content = 'x'.repeat(length)
    const rows = Array.from({ length: 601 }, (_, index) => postRow(index + 1, { authorId: mira.id, content }))
    await backend.store.admin.transaction((tx) => tx.insertMany('posts', rows))
    storeCalls = []
    expect((await backend.rest('GET', '/posts')).headers.get('link')).toMatch(/rel="next"$/)
    expect(storeCalls.filter((call) => call === 'posts.page')).toHaveLength(parts)
  })

  test('of a change of REST, which is made', async () => {
    for (let count = 0; count < 4; count += 1) await post()
    const { status, json, headers } = await backend.rest('POST', '/posts', {
      token: mira.token,
      body: { postData: { content: 'x'.repeat(4000) } },
    })
    expect([status, listAt(json, 'posts').length]).toEqual([201, 2])
    expect(headers.get('link')).toMatch(/rel="next"$/)
  })

  test('unless it has no limit, as in a browser', async () => {
    await open({})
    for (let count = 0; count < 4; count += 1) await post()
    expect(listAt(await gql(contents(4)), 'data.posts.edges')).toHaveLength(4)
    expect(listAt((await backend.rest('GET', '/posts')).json, 'posts')).toHaveLength(4)
  })
})

describe('lists inside records of REST', () => {
  async function openFilled(setup: BackendSetup) {
    const backend = await openBackend(openMemoryStore, { ...setup, tick: 1 })
    const mira = await backend.signUpUser('mira')
    const others = [await backend.signUpUser('b'), await backend.signUpUser('c'), await backend.signUpUser('d')]
    const [liked, disliked, plain] = [await backend.post(mira), await backend.post(mira), await backend.post(mira)]
    for (const { id, token } of others) {
      await backend.rest('POST', `/posts/like/${liked}`, { token })
      await backend.rest('POST', `/posts/like/${disliked}`, { token })
      await backend.rest('POST', `/posts/dislike/${disliked}`, { token })
      await backend.rest('POST', `/users/follow/${mira.id}`, { token })
      await backend.rest('POST', `/users/follow/${id}`, { token: mira.token })
    }
    for (const id of [liked, disliked, plain])
      await backend.rest('POST', `/users/bookmark/${id}`, { token: mira.token })
    const { json: user } = await backend.rest('GET', `/users/${mira.id}`, { token: mira.token })
    const namesIn = (value: unknown, path: string) => listAt(value, path).map((entry) => textAt(entry, 'username'))
    const likes = async (id: string) => at((await backend.rest('GET', `/posts/${id}`)).json, 'post.likes')
    return {
      followers: namesIn(user, 'user.followers'),
      following: namesIn(user, 'user.following'),
      bookmarks: listAt(user, 'user.bookmarks').length,
      likedBy: namesIn(await likes(liked), 'likedBy'),
      likeCount: at(await likes(liked), 'likeCount'),
      dislikedBy: namesIn(await likes(disliked), 'dislikedBy'),
      inList: namesIn((await backend.rest('GET', '/posts')).json, 'posts.0.likes.likedBy'),
    }
  }

  test('have the newest entries on a server', async () => {
    const names = ['c', 'd']
    expect(await openFilled({ listLimits: { rows: 2, length: 100_000 } })).toMatchObject({
      followers: names,
      following: names,
      bookmarks: 2,
      likedBy: names,
      likeCount: 3,
      dislikedBy: names,
    })
  })

  test('are whole in a browser', async () => {
    const names = ['b', 'c', 'd']
    expect(await openFilled({})).toEqual({
      followers: names,
      following: names,
      bookmarks: 3,
      likedBy: names,
      likeCount: 3,
      dislikedBy: names,
      inList: names,
    })
  })
})
