import { beforeEach, describe, expect, test } from 'vitest'
import { listAt, openBackend, textAt, type TestUser, type TestBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'

describe.each(adapters)('what lists hold over $name', ({ open }) => {
  let backend: TestBackend
  beforeEach(async () => {
    backend = await openBackend(open)
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

  test('puts the newest post first, or the most liked and among equals the newest', async () => {
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

  test('feeds a member their own posts and those of the people they follow', async () => {
    const [mira, noor, third] = [
      await backend.signUpUser('mira'),
      await backend.signUpUser('noor'),
      await backend.signUpUser('third'),
    ]
    for (const member of [mira, noor, third]) await backend.post(member, member.username)
    expect(await contents('feed', mira.token)).toEqual(['mira'])
    await backend.rest('POST', `/users/follow/${noor.id}`, { token: mira.token })
    expect(await contents('feed', mira.token)).toEqual(['noor', 'mira'])
    await like(third, await backend.post(mira, 'again'))
    expect(await contents('feed(orderBy: TRENDING)', mira.token)).toEqual(['again', 'noor', 'mira'])
    expect(await contents('feed', noor.token)).toEqual(['noor'])
    await backend.rest('POST', `/users/unfollow/${noor.id}`, { token: mira.token })
    expect(await contents('feed', mira.token)).toEqual(['again', 'mira'])
  })

  test('suggests everyone but the viewer, the newest first', async () => {
    const members: TestUser[] = []
    for (const name of ['a', 'b', 'c', 'd']) members.push(await backend.signUpUser(name))
    const answers = await Promise.all(members.map(({ token }) => usernames('suggestions(first: 2)', token)))
    expect(answers).toEqual([
      ['d', 'c'],
      ['d', 'c'],
      ['d', 'b'],
      ['c', 'b'],
    ])
    const [first = '', , , last = ''] = members.map(({ token }) => token)
    expect(await usernames('suggestions', last)).toEqual(['c', 'b', 'a'])
    const pageInfo = (token: string, count: number) =>
      backend.gql(`{ suggestions(first: ${count}) { pageInfo { hasNextPage } } }`, {}, token)
    for (const token of [first, last]) {
      expect(await pageInfo(token, 2)).toEqual({ data: { suggestions: { pageInfo: { hasNextPage: true } } } })
      expect(await pageInfo(token, 3)).toEqual({ data: { suggestions: { pageInfo: { hasNextPage: false } } } })
    }
  })

  test('finds members by a part of their first name in any case, those who begin with it first', async () => {
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

  test('answers 20 where no number is asked for', async () => {
    const mira = await backend.signUpUser('mira')
    for (let count = 0; count < 21; count += 1) await backend.post(mira)
    expect(await contents('posts')).toHaveLength(20)
    expect(await contents('posts(first: null)')).toHaveLength(20)
  })

  test('neither repeats nor loses a post when others come and go between two pages', async () => {
    const mira = await backend.signUpUser('mira')
    const ids: string[] = []
    for (const content of ['1', '2', '3', '4', '5']) ids.push(await backend.post(mira, content))
    const first = await backend.gql('{ posts(first: 2) { pageInfo { endCursor } } }')
    await backend.post(mira, '6')
    for (const gone of [ids[1], ids[3]]) await backend.rest('DELETE', `/posts/${gone ?? ''}`, { token: mira.token })
    const after = textAt(first, 'data.posts.pageInfo.endCursor')
    expect(await contents(`posts(after: ${JSON.stringify(after)})`)).toEqual(['3', '1'])
  })
})
