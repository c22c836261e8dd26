import { beforeEach, describe, expect, test } from 'vitest'
import { passwordInput, type TestUser, type TestClient } from '../backend.ts'
import { gqlError } from '../errorCatalogue.ts'
import { at, listAt } from '../values.ts'
import { hosts } from '../hosts.ts'

const document = `query ($postId: ID!, $userId: ID!) {
  post(id: $postId) { viewerHasLiked viewerHasDisliked viewerHasBookmarked viewerCanEdit author { viewerIsFollowing isViewer } }
  user(id: $userId) { username viewerIsFollowing isViewer postCount followerCount followingCount }
}`

const likesQuery = `query ($after: String) {
  likes(first: 1, after: $after) { edges { node { id } } pageInfo { endCursor hasNextPage } }
}`

describe.each(hosts)('fields of the viewer ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let noor: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(mira)
    for (const path of [`/users/follow/${mira.id}`, `/posts/like/${postId}`, `/users/bookmark/${postId}`]) {
      await backend.rest('POST', path, { token: noor.token })
    }
  })
  const query = (token: string | null) => backend.gql(document, { postId, userId: mira.id }, token)
  const user = { username: 'mira', postCount: 1, followerCount: 1, followingCount: 0 }
  const noReactions = { viewerHasLiked: false, viewerHasDisliked: false, viewerHasBookmarked: false }

  test('returns for each of several mutations what was stored after it', async () => {
    const edit = (name: string, content: string) =>
      `${name}: editPost(input: { postId: "${postId}", content: "${content}" }) { post { content author { bio avatarUrl } } }`
    const profile = 'editProfile(input: { bio: "Weaver", avatarUrl: "https://weft.example/a.png" }) { viewer { id } }'
    const changes = `mutation { ${edit('a', 'One')} ${profile} ${edit('b', 'Two')} }`
    expect(await backend.gql(changes, {}, mira.token)).toMatchObject({
      data: {
        a: { post: { content: 'One', author: { bio: '', avatarUrl: '/art/avatar-default.svg' } } },
        b: { post: { content: 'Two', author: { bio: 'Weaver', avatarUrl: 'https://weft.example/a.png' } } },
      },
    })
  })

  test('returns different viewer fields for the author of a post and another user', async () => {
    expect(await query(noor.token)).toEqual({
      data: {
        post: {
          viewerHasLiked: true,
          viewerHasDisliked: false,
          viewerHasBookmarked: true,
          viewerCanEdit: false,
          author: { viewerIsFollowing: true, isViewer: false },
        },
        user: { ...user, viewerIsFollowing: true, isViewer: false },
      },
    })
    expect(await query(mira.token)).toEqual({
      data: {
        post: { ...noReactions, viewerCanEdit: true, author: { viewerIsFollowing: false, isViewer: true } },
        user: { ...user, viewerIsFollowing: false, isViewer: true },
      },
    })
  })

  test.each([null, '', 'nonsense'])(
    'returns false in all viewer fields for a visitor with the token %j',
    async (token) => {
      expect(await query(token)).toEqual({
        data: {
          post: { ...noReactions, viewerCanEdit: false, author: { viewerIsFollowing: false, isViewer: false } },
          user: { ...user, viewerIsFollowing: false, isViewer: false },
        },
      })
    },
  )

  test('returns a like and a dislike of the viewer in different fields', async () => {
    const liked = { viewerHasLiked: true, viewerHasDisliked: false }
    expect(await query(noor.token)).toMatchObject({ data: { post: liked } })
    await backend.rest('POST', `/posts/dislike/${postId}`, { token: noor.token })
    const disliked = { viewerHasLiked: false, viewerHasDisliked: true }
    expect(await query(noor.token)).toMatchObject({ data: { post: disliked } })
  })

  test('lists only the likes of the viewer, and leads past dislikes to the next page', async () => {
    const ids = [await backend.post(mira), await backend.post(mira), await backend.post(mira)]
    const [, disliked = ''] = ids
    const react = (path: string, { token }: TestUser) => backend.rest('POST', path, { token })
    const tess = await backend.signUpUser('tess')
    for (const id of ids) await react(`/posts/like/${id}`, tess)
    await react(`/posts/dislike/${disliked}`, tess)
    const likes: unknown[] = []
    for (let after: unknown = null; ;) {
      const page = await backend.gql(likesQuery, { after }, tess.token)
      likes.push(...listAt(page, 'data.likes.edges').map((edge) => at(edge, 'node.id')))
      after = at(page, 'data.likes.pageInfo.endCursor')
      if (at(page, 'data.likes.pageInfo.hasNextPage') !== true) break
    }
    expect(likes).toEqual([ids[2], ids[0]])
    expect(at(await backend.gql('{ likes { edges { cursor } } }', {}, mira.token), 'data.likes.edges')).toEqual([])
  })

  test('returns the signed-in user as the viewer, and null for a visitor', async () => {
    expect(await backend.gql('{ viewer { id } }', {}, mira.token)).toEqual({ data: { viewer: { id: mira.id } } })
    expect(await backend.gql('{ viewer { id } }')).toEqual({ data: { viewer: null } })
    expect(await backend.gql('{ viewer { id } }', {}, '')).toEqual({ data: { viewer: null } })
  })

  test.each(['feed', 'bookmarks', 'likes', 'suggestions'])('rejects a visitor who asks for %s', async (list) => {
    expect(await backend.gql(`{ ${list} { edges { cursor } } }`)).toMatchObject({
      data: { [list]: null },
      errors: [{ ...gqlError('TOKEN_INVALID'), path: [list] }],
    })
  })

  test.each([
    ['logIn', { username: 'mira', password: passwordInput('mira').password }],
    ['signUp', { username: 'lena', password: 'a b c' }],
  ])('answers the root query of %s as the user who signs in', async (field, input) => {
    const type = `${field.replace(/^./, (letter) => letter.toUpperCase())}Input!`
    const mutation = `mutation ($input: ${type}) {
      ${field}(input: $input) { query { viewer { username } feed { edges { cursor } } } }
    }`
    expect(await backend.gql(mutation, { input }, noor.token)).toMatchObject({
      data: { [field]: { query: { viewer: { username: input.username }, feed: { edges: expect.any(Array) } } } },
    })
  })

  test('returns null for a post and a user that do not exist', async () => {
    expect(await backend.gql('{ post(id: "gone") { id } user(id: "gone") { id } }')).toEqual({
      data: { post: null, user: null },
    })
  })

  test.each([
    ['', 'x', null],
    ['/a.png', '', { url: '/a.png', type: 'IMAGE' }],
    ['/a.png', 'image', { url: '/a.png', type: 'IMAGE' }],
    ['/a.mp4', 'Video/mp4', { url: '/a.mp4', type: 'VIDEO' }],
  ])(
    'returns the media of a post that was created through REST with the URL %j and the type %j',
    async (post_img, media_type, media) => {
      await backend.rest('POST', '/posts', { token: mira.token, body: { postData: { post_img, media_type } } })
      expect(await backend.gql('{ posts(first: 1) { edges { node { media { url type } } } } }')).toEqual({
        data: { posts: { edges: [{ node: { media } }] } },
      })
    },
  )
})
