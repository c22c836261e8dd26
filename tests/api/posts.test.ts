import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestClient, type TestUser } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { gqlError, restError } from '../errorCatalogue.ts'
import { adaptersInProcess, hosts } from '../hosts.ts'

const media = 'url type width height alt'
const createDocument = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) {
    postEdge { cursor node { id content media { ${media} } likeCount viewerCanEdit author { username postCount } } }
    viewer { postCount }
  }
}`
const editDocument = `mutation ($input: EditPostInput!) { editPost(input: $input) { post { content media { ${media} } } } }`
const deleteDocument = `mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostId viewer { postCount } } }`

describe.each(hosts)('posts ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let noor: TestUser
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
  })
  const edit = (postId: string, { token }: TestUser, postData: unknown = { content: 'New' }) =>
    backend.rest('POST', `/posts/edit/${postId}`, { token, body: { postData } })
  const remove = (postId: string, { token }: TestUser) => backend.rest('DELETE', `/posts/${postId}`, { token })
  const contents = (json: unknown) => listAt(json, 'posts').map((post) => textAt(post, 'content'))

  test('creates a post by the viewer without likes and returns all posts, the new one last', async () => {
    await backend.post(noor, 'First')
    const postData = {
      content: 'Second',
      post_img: '/loom.svg',
      media_type: 'image',
      username: 'noor',
      likes: { likeCount: 9 },
    }
    const { status, json } = await backend.rest('POST', '/posts', { token: mira.token, body: { postData } })
    expect(status).toBe(201)
    expect(contents(json)).toEqual(['First', 'Second'])
    expect(listAt(json, 'posts')[1]).toEqual({
      _id: expect.any(String),
      content: 'Second',
      post_img: '/loom.svg',
      media_type: 'image',
      likes: { likeCount: 0, likedBy: [], dislikedBy: [] },
      username: 'mira',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      createdAt_format: expect.stringMatching(/^\d{1,2} [A-Z][a-z]+ \d{4}$/),
      updatedAt: textAt(json, 'posts.1.createdAt'),
    })
  })

  test('accepts an empty post', async () => {
    const { status, json } = await backend.rest('POST', '/posts', { token: mira.token, body: { postData: {} } })
    expect(status).toBe(201)
    expect(json).toMatchObject({ posts: [{ content: '', post_img: '', media_type: '' }] })
  })

  test('creates a post through GraphQL and returns the edge that comes first among the latest', async () => {
    const loom = { url: '/loom.mp4', type: 'VIDEO', width: 1920, height: 1080, alt: 'A loom' }
    const input = { content: 'Hello', media: loom }
    const response = await backend.gql(createDocument, { input }, mira.token)
    expect(response).toMatchObject({
      data: {
        createPost: {
          postEdge: {
            node: { ...input, likeCount: 0, viewerCanEdit: true, author: { username: 'mira', postCount: 1 } },
          },
          viewer: { postCount: 1 },
        },
      },
    })
    const latest = await backend.gql('{ posts { edges { node { id } } } }')
    expect(listAt(latest, 'data.posts.edges')).toEqual([
      { node: { id: textAt(response, 'data.createPost.postEdge.node.id') } },
    ])
    expect(await backend.gql(createDocument, { input: {} }, mira.token)).toMatchObject({
      data: { createPost: { postEdge: { node: { content: '', media: null } } } },
    })
  })

  test('rejects a post, an edit and a deletion by a visitor', async () => {
    const postId = await backend.post(mira)
    const error = { errors: [gqlError('TOKEN_INVALID')] }
    expect(await backend.gql(createDocument, { input: {} })).toMatchObject(error)
    expect(await backend.gql(editDocument, { input: { postId } })).toMatchObject(error)
    expect(await backend.gql(deleteDocument, { input: { postId } })).toMatchObject(error)
  })

  test('edits the fields that are sent and keeps the others', async () => {
    const { json } = await backend.rest('POST', '/posts', {
      token: mira.token,
      body: { postData: { content: 'Old', post_img: '/loom.svg', media_type: 'image' } },
    })
    const postId = textAt(json, 'posts.0._id')
    const response = await edit(postId, mira, { content: 'New', _id: 'x', username: 'noor', likes: 7, createdAt: 'x' })
    expect(response).toMatchObject({
      status: 201,
      json: {
        posts: [
          {
            _id: postId,
            content: 'New',
            post_img: '/loom.svg',
            media_type: 'image',
            username: 'mira',
            likes: { likeCount: 0 },
          },
        ],
      },
    })
    expect(await edit(postId, mira, { post_img: '/dye.mp4', media_type: 'video' })).toMatchObject({
      json: { posts: [{ content: 'New', post_img: '/dye.mp4', media_type: 'video' }] },
    })
  })

  test('edits a post through GraphQL, where null removes the media and keeps the content', async () => {
    const postId = await backend.post(mira, 'Old')
    const dye = { url: '/dye.mp4', type: 'VIDEO' }
    const edits = [
      [{ media: dye }, { content: 'Old', media: { ...dye, width: null, height: null, alt: '' } }],
      [{ content: 'New' }, { content: 'New', media: { ...dye, width: null, height: null, alt: '' } }],
      [
        { content: null, media: null },
        { content: 'New', media: null },
      ],
    ]
    for (const [input, post] of edits) {
      const response = await backend.gql(editDocument, { input: { postId, ...input } }, mira.token)
      expect(response).toEqual({ data: { editPost: { post } } })
    }
  })

  test('keeps the size and description of a picture until it is replaced', async () => {
    const postId = await backend.post(mira)
    const loom = { url: '/loom.png', type: 'IMAGE' }
    const change = async (input: object) => {
      const response = await backend.gql(editDocument, { input: { postId, ...input } }, mira.token)
      return at(response, 'data.editPost.post.media')
    }
    const measured = { ...loom, width: 640, height: 400, alt: 'A loom' }
    expect(await change({ media: measured })).toEqual(measured)
    expect(await change({ media: { ...loom, width: null, height: null, alt: null } })).toEqual(measured)
    expect(await change({ media: { ...loom, alt: 'A large loom' } })).toEqual({ ...measured, alt: 'A large loom' })
    expect(await change({ media: { ...loom, alt: '' } })).toEqual({ ...measured, alt: '' })
    const unknown = { width: null, height: null, alt: '' }
    const dye = { url: '/dye.png', type: 'IMAGE', ...unknown }
    expect(await change({ media: { ...loom, alt: 'A loom' } })).toEqual(measured)
    expect(await change({ media: { url: dye.url, type: dye.type } })).toEqual(dye)
    expect(await change({ media: { ...measured, height: 300 } })).toEqual({ ...measured, height: 300 })
    await edit(postId, mira, { post_img: '/loom.png', content: 'The same picture' })
    expect(await change({})).toEqual({ ...measured, height: 300 })
    await edit(postId, mira, { post_img: '/dye.png' })
    expect(await change({})).toEqual(dye)
  })

  test.each([
    [{ url: '' }, 'media.url must not be empty.'],
    [{ width: 0 }, 'media.width must be between 1 and 16384.'],
    [{ height: -1 }, 'media.height must be between 1 and 16384.'],
    [{ width: 16_385 }, 'media.width must be between 1 and 16384.'],
  ])('rejects a picture with %j', async (fields, message) => {
    const largest = { url: '/loom.png', type: 'IMAGE', width: 16_384, height: 1, alt: '' }
    const error = { message, extensions: { code: 'BAD_INPUT', status: 400 } }
    const rejected = { input: { media: { ...largest, ...fields } } }
    expect(await backend.gql(createDocument, rejected, mira.token)).toMatchObject({ errors: [error] })
    expect(await backend.gql(createDocument, { input: { media: largest } }, mira.token)).toMatchObject({
      data: { createPost: { postEdge: { node: { media: largest } } } },
    })
  })

  test('rejects an edit and a deletion of a post of another user and changes nothing', async () => {
    const postId = await backend.post(mira, 'Mine')
    expect(await edit(postId, noor)).toMatchObject(restError('NOT_POST_EDITOR'))
    expect(await remove(postId, noor)).toMatchObject(restError('NOT_POST_OWNER'))
    expect(await backend.gql(editDocument, { input: { postId, content: 'New' } }, noor.token)).toMatchObject({
      errors: [gqlError('NOT_POST_EDITOR')],
    })
    expect(await backend.gql(deleteDocument, { input: { postId } }, noor.token)).toMatchObject({
      errors: [gqlError('NOT_POST_OWNER')],
    })
    expect((await backend.rest('GET', '/posts')).json).toMatchObject({ posts: [{ content: 'Mine' }] })
  })

  test('rejects an edit and a deletion of a post that does not exist', async () => {
    expect(await edit('gone', mira)).toMatchObject(restError('POST_NOT_FOUND'))
    expect(await remove('gone', mira)).toMatchObject(restError('POST_NOT_FOUND'))
    const postId = await backend.post(mira)
    expect(await remove(postId, mira)).toMatchObject({ status: 201, json: { posts: [] } })
    expect(await remove(postId, mira)).toMatchObject(restError('POST_NOT_FOUND'))
    expect(await backend.rest('GET', `/posts/${postId}`)).toMatchObject(restError('POST_NOT_FOUND'))
    expect(await backend.gql('query ($id: ID!) { post(id: $id) { id } }', { id: postId })).toEqual({
      data: { post: null },
    })
  })

  test('removes the bookmarks and likes of a deleted post', async () => {
    const kept = await backend.post(mira)
    const deleted = await backend.post(mira)
    for (const { token } of [mira, noor]) {
      await backend.rest('POST', `/users/bookmark/${deleted}`, { token })
      await backend.rest('POST', `/users/bookmark/${kept}`, { token })
      await backend.rest('POST', `/posts/like/${deleted}`, { token })
    }
    const response = await backend.gql(deleteDocument, { input: { postId: deleted } }, mira.token)
    expect(response).toEqual({ data: { deletePost: { deletedPostId: deleted, viewer: { postCount: 1 } } } })
    for (const { token } of [mira, noor]) {
      expect((await backend.rest('GET', '/users/bookmark', { token })).json).toEqual({ bookmarks: [kept] })
      expect(await backend.gql('{ bookmarks { edges { node { id } } } }', {}, token)).toEqual({
        data: { bookmarks: { edges: [{ node: { id: kept } }] } },
      })
    }
    expect(await backend.gql('{ likes { edges { node { id } } } }', {}, noor.token)).toEqual({
      data: { likes: { edges: [] } },
    })
  })

  test('returns the posts of an author in the order of creation, and none for an unknown username', async () => {
    for (const content of ['One', 'Two']) await backend.post(mira, content)
    await backend.post(noor, 'Three')
    await backend.post(mira, 'Four')
    expect(contents((await backend.rest('GET', '/posts/user/mira')).json)).toEqual(['One', 'Two', 'Four'])
    expect(await backend.rest('GET', '/posts/user/nobody')).toMatchObject({ status: 200, json: { posts: [] } })
    expect(await backend.rest('GET', '/posts/user/MIRA')).toMatchObject({ status: 200, json: { posts: [] } })
  })
})

describe.each(adaptersInProcess)('the list of posts ($name store)', ({ open }) => {
  test('has the date of each post in both formats', async () => {
    const backend = await openBackend(open)
    await backend.post(await backend.signUpUser('mira'))
    expect((await backend.rest('GET', '/posts')).json).toMatchObject({
      posts: [{ createdAt: '2026-05-04', createdAt_format: '4 May 2026', updatedAt: '2026-05-04' }],
    })
  })

  test('returns all of 1,001 posts', async () => {
    const backend = await openBackend(open)
    const mira = await backend.signUpUser('mira')
    const [template] = await backend.store.read.posts.getMany([await backend.post(mira)])
    if (!template) throw new Error('The post is not in the store.')
    await backend.store.transaction(async (tx) => {
      for (let count = 1; count < 1001; count += 1) {
        const id = template.id.slice(0, -12) + String(count).padStart(12, '0')
        await tx.posts.insert({ ...template, id, content: String(count) })
      }
    })
    const ids = listAt((await backend.rest('GET', '/posts')).json, 'posts').map((post) => textAt(post, '_id'))
    expect(new Set(ids).size).toBe(1001)
    expect(ids).toEqual(ids.toSorted())
  })
})
