import { beforeEach, describe, expect, test } from 'vitest'
import { aroundCalls } from '../../resolvers/store/aroundCalls.ts'
import { openBackend, type TestClient, type TestUser } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { adaptersInProcess, hosts } from '../hosts.ts'

describe.each(hosts)('lists ($name)', ({ open }) => {
  let backend: TestClient
  beforeEach(async () => {
    backend = await open()
  })
  const contents = async (list: string, token?: string) =>
    listAt(await backend.gql(`{ list: ${list} { edges { node { content } } } }`, {}, token), 'data.list.edges').map(
      (edge) => textAt(edge, 'node.content'),
    )
  const usernames = async (list: string, token?: string) =>
    listAt(await backend.gql(`{ list: ${list} { edges { node { username } } } }`, {}, token), 'data.list.edges').map(
      (edge) => textAt(edge, 'node.username'),
    )
  const like = ({ token }: TestUser, id: string) => backend.rest('POST', `/posts/like/${id}`, { token })

  test('sorts posts newest first by LATEST, and most liked then newest first by TRENDING', async () => {
    const [mira, noor] = [await backend.signUpUser('mira'), await backend.signUpUser('noor')]
    const ids: string[] = []
    for (const content of ['1', '2', '3', '4']) ids.push(await backend.post(mira, content))
    for (const [by, index] of [
      [mira, 1],
      [noor, 1],
      [noor, 0],
    ] as const)
      await like(by, ids[index] ?? '')
    expect(await contents('posts')).toEqual(['4', '3', '2', '1'])
    expect(await contents('posts(orderBy: TRENDING)')).toEqual(['2', '1', '4', '3'])
  })

  test('lists the posts of the viewer and of the users that they follow in the feed', async () => {
    const [mira, noor, third] = [
      await backend.signUpUser('mira'),
      await backend.signUpUser('noor'),
      await backend.signUpUser('third'),
    ]
    for (const user of [mira, noor, third]) await backend.post(user, user.username)
    expect(await contents('feed', mira.token)).toEqual(['mira'])
    await backend.rest('POST', `/users/follow/${noor.id}`, { token: mira.token })
    expect(await contents('feed', mira.token)).toEqual(['noor', 'mira'])
    await like(third, await backend.post(mira, 'again'))
    expect(await contents('feed(orderBy: TRENDING)', mira.token)).toEqual(['again', 'noor', 'mira'])
    expect(await contents('feed', noor.token)).toEqual(['noor'])
    await backend.rest('POST', `/users/unfollow/${noor.id}`, { token: mira.token })
    expect(await contents('feed', mira.token)).toEqual(['again', 'mira'])
  })

  test('suggests all users except the viewer, newest first', async () => {
    const users: TestUser[] = []
    for (const name of ['a', 'b', 'c', 'd']) users.push(await backend.signUpUser(name))
    const lists = await Promise.all(users.map(({ token }) => usernames('suggestions(first: 2)', token)))
    expect(lists).toEqual([
      ['d', 'c'],
      ['d', 'c'],
      ['d', 'b'],
      ['c', 'b'],
    ])
    const [first = '', , , last = ''] = users.map(({ token }) => token)
    expect(await usernames('suggestions', last)).toEqual(['c', 'b', 'a'])
    const pageInfo = (token: string, count: number) =>
      backend.gql(`{ suggestions(first: ${count}) { pageInfo { hasNextPage } } }`, {}, token)
    for (const token of [first, last]) {
      expect(await pageInfo(token, 2)).toEqual({ data: { suggestions: { pageInfo: { hasNextPage: true } } } })
      expect(await pageInfo(token, 3)).toEqual({ data: { suggestions: { pageInfo: { hasNextPage: false } } } })
    }
  })

  test('suggests those whom the viewer does not follow first, on each page', async () => {
    const users: TestUser[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) users.push(await backend.signUpUser(name))
    const [viewer, ...others] = users
    const token = viewer?.token ?? ''
    for (const { id, username } of others)
      if (username !== 'b' && username !== 'd') await backend.rest('POST', `/users/follow/${id}`, { token })
    expect(await usernames('suggestions', token)).toEqual(['d', 'b', 'f', 'e', 'c'])
    const paged: unknown[] = []
    let after: string | null = null
    do {
      const args = after === null ? 'first: 2' : `first: 2, after: ${JSON.stringify(after)}`
      const page = await backend.gql(
        `{ list: suggestions(${args}) { edges { node { username } } pageInfo { endCursor hasNextPage } } }`,
        {},
        token,
      )
      paged.push(...listAt(page, 'data.list.edges').map((edge) => textAt(edge, 'node.username')))
      after = at(page, 'data.list.pageInfo.hasNextPage') ? String(at(page, 'data.list.pageInfo.endCursor')) : null
    } while (after !== null)
    expect(paged).toEqual(['d', 'b', 'f', 'e', 'c'])
  })

  test('finds users by part of the first name, ignoring case, with names that start with it first', async () => {
    for (const [username, firstname] of [
      ['a', 'Johanna'],
      ['b', 'Anna'],
      ['c', 'ANNE'],
      ['d', 'Mira'],
      ['annex', 'Zoë'],
    ]) {
      await backend.signUpUser(username ?? '', { firstname })
    }
    expect(await usernames('users(firstName: "aNN")')).toEqual(['b', 'c', 'a'])
    expect(await usernames('users(firstName: "ZOË")')).toEqual(['annex'])
    expect(await usernames('users(firstName: "nobody")')).toEqual([])
    expect(await usernames('users(firstName: "")')).toEqual(['a', 'b', 'c', 'd', 'annex'])
    expect(await usernames('users(firstName: null)')).toEqual(['a', 'b', 'c', 'd', 'annex'])
  })

  test('returns 20 edges by default', async () => {
    const mira = await backend.signUpUser('mira')
    for (let count = 0; count < 21; count += 1) await backend.post(mira)
    expect(await contents('posts')).toHaveLength(20)
    expect(await contents('posts(first: null)')).toHaveLength(20)
  })

  test('neither repeats nor skips a post when others are created and deleted between two pages', async () => {
    const mira = await backend.signUpUser('mira')
    const ids: string[] = []
    for (const content of ['1', '2', '3', '4', '5']) ids.push(await backend.post(mira, content))
    const first = await backend.gql('{ posts(first: 2) { pageInfo { endCursor } } }')
    await backend.post(mira, '6')
    for (const id of [ids[1], ids[3]]) await backend.rest('DELETE', `/posts/${id ?? ''}`, { token: mira.token })
    const after = textAt(first, 'data.posts.pageInfo.endCursor')
    expect(await contents(`posts(after: ${JSON.stringify(after)})`)).toEqual(['3', '1'])
  })
})

describe.each(adaptersInProcess)('suggestions ($name store)', ({ open }) => {
  test('have a user once whom the viewer follows while they are read, and still a next page', async () => {
    let follow = async () => {}
    const backend = await openBackend(open, {
      wrap: (store) => ({
        ...store,
        read: aroundCalls(store.read, async (call, name) => {
          const result = await call()
          if (name === 'users.pageOfNotFollowed') await follow()
          return result
        }),
      }),
    })
    const { token } = await backend.signUpUser('viewer')
    for (const name of ['a', 'b']) {
      const { id } = await backend.signUpUser(name)
      await backend.rest('POST', `/users/follow/${id}`, { token })
    }
    const { id } = await backend.signUpUser('c')
    follow = async () => {
      follow = async () => {}
      await backend.rest('POST', `/users/follow/${id}`, { token })
    }
    const list = '{ suggestions(first: 2) { edges { node { username } } pageInfo { hasNextPage } } }'
    expect(at(await backend.gql(list, {}, token), 'data.suggestions')).toEqual({
      edges: [{ node: { username: 'c' } }, { node: { username: 'b' } }],
      pageInfo: { hasNextPage: true },
    })
  })
})
