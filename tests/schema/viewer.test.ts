import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { gqlError } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'

const document = `query ($postId: ID!, $userId: ID!) {
  post(id: $postId) { viewerHasLiked viewerHasBookmarked viewerCanEdit author { viewerIsFollowing viewerCanEdit } }
  user(id: $userId) { username viewerIsFollowing viewerCanEdit postCount followerCount followingCount }
}`

describe.each(adapters)('fields of the viewer ($name store)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await openBackend(open)
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(mira)
    for (const path of [`/users/follow/${mira.id}`, `/posts/like/${postId}`, `/users/bookmark/${postId}`]) {
      await backend.rest('POST', path, { token: noor.token })
    }
  })
  const query = (token: string | null) => backend.gql(document, { postId, userId: mira.id }, token)
  const user = { username: 'mira', postCount: 1, followerCount: 1, followingCount: 0 }
  const noReactions = { viewerHasLiked: false, viewerHasBookmarked: false }

  test('returns different viewer fields for the author of a post and another user', async () => {
    expect(await query(noor.token)).toEqual({
      data: {
        post: {
          viewerHasLiked: true,
          viewerHasBookmarked: true,
          viewerCanEdit: false,
          author: { viewerIsFollowing: true, viewerCanEdit: false },
        },
        user: { ...user, viewerIsFollowing: true, viewerCanEdit: false },
      },
    })
    expect(await query(mira.token)).toEqual({
      data: {
        post: { ...noReactions, viewerCanEdit: true, author: { viewerIsFollowing: false, viewerCanEdit: true } },
        user: { ...user, viewerIsFollowing: false, viewerCanEdit: true },
      },
    })
  })

  test.each([null, '', 'nonsense'])(
    'returns false in all viewer fields for a visitor with the token %j',
    async (token) => {
      expect(await query(token)).toEqual({
        data: {
          post: { ...noReactions, viewerCanEdit: false, author: { viewerIsFollowing: false, viewerCanEdit: false } },
          user: { ...user, viewerIsFollowing: false, viewerCanEdit: false },
        },
      })
    },
  )

  test('does not report a dislike as a like', async () => {
    await backend.rest('POST', `/posts/dislike/${postId}`, { token: noor.token })
    expect(await query(noor.token)).toMatchObject({ data: { post: { viewerHasLiked: false } } })
  })

  test('returns the signed-in user as the viewer, and null for a visitor', async () => {
    expect(await backend.gql('{ viewer { id } }', {}, mira.token)).toEqual({ data: { viewer: { id: mira.id } } })
    expect(await backend.gql('{ viewer { id } }')).toEqual({ data: { viewer: null } })
    expect(await backend.gql('{ viewer { id } }', {}, '')).toEqual({ data: { viewer: null } })
  })

  test.each(['feed', 'bookmarks', 'suggestions'])('rejects a visitor who asks for %s', async (list) => {
    expect(await backend.gql(`{ ${list} { edges { cursor } } }`)).toMatchObject({
      data: { [list]: null },
      errors: [{ ...gqlError('TOKEN_INVALID'), path: [list] }],
    })
  })

  test('returns null for a post and a user that do not exist', async () => {
    expect(await backend.gql('{ post(id: "gone") { id } user(id: "gone") { id } }')).toEqual({
      data: { post: null, user: null },
    })
  })

  test.each([
    ['', 'x', { mediaUrl: null, mediaType: null }],
    ['/a.png', '', { mediaUrl: '/a.png', mediaType: 'IMAGE' }],
    ['/a.png', 'image', { mediaUrl: '/a.png', mediaType: 'IMAGE' }],
    ['/a.mp4', 'Video/mp4', { mediaUrl: '/a.mp4', mediaType: 'VIDEO' }],
  ])('returns the media URL %j and type %j of a post created through REST', async (post_img, media_type, media) => {
    await backend.rest('POST', '/posts', { token: mira.token, body: { postData: { post_img, media_type } } })
    expect(await backend.gql('{ posts(first: 1) { edges { node { mediaUrl mediaType } } } }')).toEqual({
      data: { posts: { edges: [{ node: media }] } },
    })
  })
})
