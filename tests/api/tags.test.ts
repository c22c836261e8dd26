import { describe, expect, test } from 'vitest'
import { openBackend, type TestBackend } from '../backend.ts'
import { foldedTag } from '../../shared/tags.ts'
import { interceptStore, type OnCall } from '../interceptStore.ts'
import { at, listAt } from '../values.ts'
import { adapters } from '../store/adapters.ts'

const byTag = async ({ gql }: TestBackend, tag: string, order = 'LATEST') => {
  const list = at(
    await gql(
      `query ($tag: String!, $order: PostOrder!) {
        postsByTag(tag: $tag, orderBy: $order) { totalCount edges { node { content } } }
      }`,
      { tag, order },
    ),
    'data.postsByTag',
  )
  return [at(list, 'totalCount'), ...listAt(list, 'edges').map((edge) => at(edge, 'node.content'))]
}

describe.each(adapters)('posts by tag ($name store)', ({ open }) => {
  test('are found in upper and lower case, with and without #, and counted', async () => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    for (const content of ['#Weft', 'no tag', 'Ünder #ÜBUNG, #weft']) await backend.post(ada, content)
    for (const tag of ['weft', '#WEFT']) expect(await byTag(backend, tag)).toEqual([2, 'Ünder #ÜBUNG, #weft', '#Weft'])
    expect(await byTag(backend, 'übung')).toEqual([1, 'Ünder #ÜBUNG, #weft'])
    for (const tag of ['tag', '', '#', '\0']) expect(await byTag(backend, tag)).toEqual([0])
  })

  test('are not found by the parts of addresses, as no screen links these', async () => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    for (const content of ['doc https://example.org/?#news', '👉www.example.org/=#news', '#news/#test'])
      await backend.post(ada, content)
    expect(await byTag(backend, 'news')).toEqual([1, '#news/#test'])
    expect(await byTag(backend, 'test')).toEqual([1, '#news/#test'])
  })

  test('are found by tags with joiners and middle dots', async () => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    const texts = ['#نرم\u200cافزار', '#col·lecció']
    for (const content of texts) await backend.post(ada, content)
    for (const content of texts) expect(await byTag(backend, content)).toEqual([1, content])
  })

  test('are found by the longest tag, and not looked for by a longer one', async () => {
    const texts: string[] = []
    const onCall: OnCall = (_call, args) => texts.push(...args.filter((arg) => typeof arg === 'string'))
    const backend = await openBackend(open, { wrap: (store) => interceptStore(store, onCall) })
    const longest = `#${'\uFDFA'.repeat(100)}`
    await backend.post(await backend.signUpUser('ada'), longest)
    for (const tag of [longest, foldedTag(longest)]) expect(await byTag(backend, tag)).toEqual([1, longest])
    expect(await byTag(backend, 'x'.repeat(100_000))).toEqual([0])
    expect(texts.filter((text) => text.length > 2000)).toEqual([])
  })

  test('orders posts by likes after each like and edit', async () => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    const [first, second] = [await backend.post(ada, '#weft 1'), await backend.post(ada, '#weft 2')]
    const { token } = ada
    expect(await byTag(backend, 'weft', 'TRENDING')).toEqual([2, '#weft 2', '#weft 1'])
    await backend.rest('POST', `/posts/like/${first}`, { token })
    expect(await byTag(backend, 'weft', 'TRENDING')).toEqual([2, '#weft 1', '#weft 2'])
    await backend.rest('POST', `/posts/edit/${first}`, { token, body: { postData: { content: '#warp 1' } } })
    expect(await byTag(backend, 'weft', 'TRENDING')).toEqual([1, '#weft 2'])
    expect(await byTag(backend, 'warp', 'TRENDING')).toEqual([1, '#warp 1'])
    await backend.rest('DELETE', `/posts/${second}`, { token })
    expect(await byTag(backend, 'weft')).toEqual([0])
  })
})

describe.each(adapters)('a user by username ($name store)', ({ open }) => {
  test('is found by the exact name', async () => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    const find = async (username: string) =>
      at(
        await backend.gql('query ($u: String!) { userByUsername(username: $u) { id email } }', { u: username }),
        'data.userByUsername',
      )
    expect(await find('ada')).toEqual({ id: ada.id, email: null })
    for (const username of ['Ada', 'ada ', '', '\0', 'a'.repeat(100_000)]) expect(await find(username)).toBeNull()
  })
})

describe.each(adapters)('the time of an edit ($name store)', ({ open }) => {
  test('is null until an edit changes something', async () => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    const id = await backend.post(ada, 'One')
    const editedAt = async () => at(await backend.gql(`{ post(id: "${id}") { editedAt } }`), 'data.post.editedAt')
    const edit = (content: string) =>
      backend.rest('POST', `/posts/edit/${id}`, { token: ada.token, body: { postData: { content } } })
    await backend.rest('POST', `/posts/like/${id}`, { token: ada.token })
    await edit('One')
    expect(await editedAt()).toBeNull()
    backend.setClock('2026-05-05T10:00:00Z')
    await edit('Two')
    expect(await editedAt()).toBe('2026-05-05T10:00:00.000Z')
    backend.setClock('2026-05-06T10:00:00Z')
    await backend.rest('POST', `/posts/dislike/${id}`, { token: ada.token })
    expect(await editedAt()).toBe('2026-05-05T10:00:00.000Z')
  })
})
