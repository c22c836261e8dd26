import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { at, listAt, textAt } from '../values.ts'

const mentions = 'mentions { start end user { username } }'

describe.each(adapters)('mentions ($name store)', ({ open }) => {
  let backend: TestBackend
  let ada: TestUser
  let mira: TestUser
  beforeEach(async () => {
    backend = await openBackend(open)
    ada = await backend.signUpUser('ada')
    mira = await backend.signUpUser('mira')
    await backend.signUpUser('Ana Maria')
    await backend.signUpUser('🧵')
  })

  const write = async (content: string) => {
    const response = await backend.gql(
      `mutation ($content: String!) {
        createPost(input: { content: $content }) { postEdge { node { id ${mentions} } } } }`,
      { content },
      ada.token,
    )
    return at(response, 'data.createPost.postEdge.node')
  }
  const edit = async (postId: string, content: string) => {
    const document = `mutation ($postId: ID!, $content: String!) {
      editPost(input: { postId: $postId, content: $content }) { post { ${mentions} } } }`
    return at(await backend.gql(document, { postId, content }, ada.token), 'data.editPost.post.mentions')
  }
  /** The mentioned names as they are spelled in the text, each with its user. */
  const namesIn = async (content: string) => {
    const found = at(await write(content), 'mentions')
    if (!Array.isArray(found)) throw new Error('No list')
    return found.map((mention: unknown) => [
      content.slice(Number(at(mention, 'start')), Number(at(mention, 'end'))),
      at(mention, 'user.username'),
    ])
  }

  test.each([
    ['a name', 'Thank you, @mira!', [['@mira', 'mira']]],
    ['one behind characters of two units', '🧵🧵 @mira', [['@mira', 'mira']]],
    [
      'a name twice',
      '@mira and (@mira)',
      [
        ['@mira', 'mira'],
        ['@mira', 'mira'],
      ],
    ],
    ['the author', '@ada', [['@ada', 'ada']]],
    [
      'a name in quotation marks',
      'To @"Ana Maria" and @"mira"',
      [
        ['@"Ana Maria"', 'Ana Maria'],
        ['@"mira"', 'mira'],
      ],
    ],
    ['a name without letters', '@"🧵"', [['@"🧵"', '🧵']]],
    ['nobody', '@nobody @Mira @Ana Maria mira@weft.example @"" @ @"mira', []],
    ['a name in an address', 'https://weft.example/@mira https://weft.example/?a=@mira', []],
  ])('of %s', async (_what, content, expected) => {
    expect(await namesIn(content)).toEqual(expected)
  })

  test('of more than 10 names are those of the first ones', async () => {
    expect(await namesIn('@mira '.repeat(11))).toHaveLength(10)
  })

  test('are found again when a text is edited, and stay when only a picture is', async () => {
    const id = textAt(await write('@mira'), 'id')
    expect(await edit(id, 'To @ada')).toEqual([{ start: 3, end: 7, user: { username: 'ada' } }])
    const media = `mutation { editPost(input: { postId: "${id}", media: { url: "https://weft.example/a.png", type: IMAGE } }) {
      post { ${mentions} } } }`
    expect(at(await backend.gql(media, {}, ada.token), 'data.editPost.post.mentions')).toHaveLength(1)
    expect(await edit(id, 'To you')).toEqual([])
  })

  test('are not inherited by another account that takes the name later', async () => {
    const early = textAt(await write('@noor @mira'), 'id')
    await backend.signUpUser('noor')
    await backend.gql('mutation { deleteAccount(input: { username: "mira" }) { deletedUserId } }', {}, mira.token)
    await backend.signUpUser('mira')
    expect(at(await backend.gql(`{ post(id: "${early}") { ${mentions} } }`), 'data.post.mentions')).toEqual([])
  })

  test('of a name that another account took later stay with nobody after an edit, and new names are found', async () => {
    const post = await write('@mira and @noor')
    await backend.gql('mutation { deleteAccount(input: { username: "mira" }) { deletedUserId } }', {}, mira.token)
    await backend.signUpUser('mira')
    await backend.signUpUser('noor')
    const names = async (content: string) =>
      listAt({ mentions: await edit(textAt(post, 'id'), content) }, 'mentions').map((found) =>
        textAt(found, 'user.username'),
      )
    expect(await names('@mira and @noor')).toEqual([])
    expect(await names('Ask @mira and @noor')).toEqual(['noor'])
  })

  test('suggests users by the start of a name, first those whom the viewer follows, and never the viewer', async () => {
    await backend.signUpUser('noor', { firstname: 'Anaïs', lastname: 'Berg' })
    await backend.signUpUser('anton')
    await backend.rest('POST', `/users/follow/${mira.id}`, { token: ada.token })
    const suggest = async (prefix: string, token: string | null = ada.token) => {
      const response = await backend.gql(
        'query ($prefix: String!) { mentionSuggestions(prefix: $prefix) { username } }',
        { prefix },
        token,
      )
      return at(response, 'errors.0.extensions.code') ?? at(response, 'data.mentionSuggestions')
    }
    const usernames = async (prefix: string) => {
      const users = await suggest(prefix)
      if (!Array.isArray(users)) throw new Error('No list')
      return users.map((user: unknown) => at(user, 'username'))
    }
    expect(await usernames('MI')).toEqual(['mira'])
    expect(await usernames('ana')).toEqual(expect.arrayContaining(['Ana Maria', 'noor']))
    expect(await usernames('ber')).toEqual(['noor'])
    // All test users have the same first name but Noor.
    expect((await usernames('First'))[0]).toBe('mira')
    expect(await usernames('First')).not.toContain('ada')
    expect(await usernames('')).toEqual([])
    expect(await suggest('m', null)).toBe('TOKEN_INVALID')
  })
})
