import { describe, expect, test } from 'vitest'
import { isShownAddress } from '../../shared/mediaAddress.ts'
import { hosts } from '../hosts.ts'
import { at } from '../values.ts'
import { openWithMira } from '../rest/fixture.ts'

const shown = [
  '/media/0198',
  '/art/avatar-default.svg',
  'picture.png',
  '?a=1',
  'a b',
  'https://example.org/a.png',
  'HTTP://example.org/a.png',
  'https://user@example.org/a.png',
]

const notShown = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'JAVASCRIPT://example.org/%0aalert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'blob:https://example.org/0198',
  'file:///etc/passwd',
  'ftp://example.org/a.png',
  'intent://scan/#Intent;end',
  'mailto:ada@example.org',
  'urn:uuid:0198',
  '//example.org/a.png',
  ' //example.org/a.png',
  '/\\example.org/a.png',
  '\\\\example.org\\a.png',
  '/\t/example.org/a.png',
  '//',
  'https://',
  'http://exa mple.org',
]

describe('the address of a picture', () => {
  test.each(shown)('may be shown: %j', (address) => expect(isShownAddress(address)).toBe(true))
  test.each(notShown)('is never shown: %j', (address) => expect(isShownAddress(address)).toBe(false))
})

describe.each(hosts)('an address of a picture that no page may show ($name)', ({ open }) => {
  const fields = 'media { url } author { avatarUrl }'
  test('is kept as it was sent, for REST, and is none in GraphQL', async () => {
    const { backend, mira } = await openWithMira(open)
    const { token } = mira
    for (const address of ['javascript:alert(1)', 'data:image/png;base64,AAAA', '//example.org/a.png']) {
      const created = await backend.rest('POST', '/posts', {
        token,
        body: { postData: { content: 'Hemp', post_img: address, media_type: 'image' } },
      })
      const edited = await backend.rest('POST', '/users/edit', { token, body: { userData: { avatar: address } } })
      expect(created).toMatchObject({ status: 201 })
      expect(at(edited.json, 'user.avatar')).toBe(address)
      expect((await backend.rest('GET', '/posts')).json).toMatchObject({
        posts: expect.arrayContaining([expect.objectContaining({ post_img: address })]),
      })
      expect(
        await backend.gql(`{ posts(first: 1) { edges { node { ${fields} } } } viewer { avatarUrl } }`, {}, token),
      ).toEqual({
        data: {
          posts: { edges: [{ node: { media: null, author: { avatarUrl: '/art/avatar-default.svg' } } }] },
          viewer: { avatarUrl: '/art/avatar-default.svg' },
        },
      })
    }
  })

  test('can be replaced by one that is shown', async () => {
    const { backend, mira } = await openWithMira(open)
    const input = (url: string) => ({ content: 'Hemp', media: { url, type: 'IMAGE' } })
    const document = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id ${fields} } } } }`
    const response = await backend.gql(document, { input: input('javascript:alert(1)') }, mira.token)
    expect(response).toMatchObject({ data: { createPost: { postEdge: { node: { media: null } } } } })
    const postId = at(response, 'data.createPost.postEdge.node.id')
    const edit = `mutation ($input: EditPostInput!) { editPost(input: $input) { post { ${fields} } } }`
    expect(await backend.gql(edit, { input: { ...input('/art/post.svg'), postId } }, mira.token)).toMatchObject({
      data: { editPost: { post: { media: { url: '/art/post.svg' } } } },
    })
  })
})
