import { beforeEach, describe, expect, test } from 'vitest'
import type { TestClient, TestUser } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { gqlError, restError } from '../errorCatalogue.ts'
import { hosts } from '../hosts.ts'

const likeDocument = `mutation ($postId: ID!) {
  likePost(input: { postId: $postId }) {
    post { likeCount viewerHasLiked likedBy { edges { node { username } } } }
  }
}`
const dislikeDocument = likeDocument.replace('likePost', 'dislikePost')

describe.each(hosts)('likes and dislikes ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let noor: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(mira)
  })
  const like = ({ token }: TestUser, id = postId) => backend.rest('POST', `/posts/like/${id}`, { token })
  const dislike = ({ token }: TestUser, id = postId) => backend.rest('POST', `/posts/dislike/${id}`, { token })

  /** Returns the like count and the usernames of those who like and dislike the post. */
  async function likes(): Promise<[unknown, string[], string[]]> {
    const { json } = await backend.rest('GET', `/posts/${postId}`)
    const names = (list: string) => listAt(json, `post.likes.${list}`).map((user) => textAt(user, 'username'))
    return [at(json, 'post.likes.likeCount'), names('likedBy'), names('dislikedBy')]
  }

  test('counts a like and lists the user who gave it', async () => {
    expect(await like(noor)).toMatchObject({
      status: 201,
      json: {
        posts: [
          {
            likes: {
              likeCount: 1,
              likedBy: [
                {
                  _id: noor.id,
                  id: noor.id,
                  username: 'noor',
                  firstName: 'First',
                  lastName: 'Last',
                  avatar: '/art/avatar-default.svg',
                },
              ],
              dislikedBy: [],
            },
          },
        ],
      },
    })
    await like(mira)
    expect(await likes()).toEqual([2, ['noor', 'mira'], []])
    expect(
      await backend.gql('query ($id: ID!) { post(id: $id) { likedBy { edges { node { username } } } } }', {
        id: postId,
      }),
    ).toEqual({
      data: { post: { likedBy: { edges: [{ node: { username: 'mira' } }, { node: { username: 'noor' } }] } } },
    })
  })

  test('rejects a second like by the same user', async () => {
    await like(noor)
    expect(await like(noor)).toMatchObject(restError('ALREADY_LIKED'))
    expect(await backend.gql(likeDocument, { postId }, noor.token)).toMatchObject({
      errors: [gqlError('ALREADY_LIKED')],
    })
    expect(await likes()).toEqual([1, ['noor'], []])
  })

  test('moves a user from likedBy to dislikedBy on a dislike, and back on a like', async () => {
    await like(noor)
    expect(await dislike(noor)).toMatchObject({ status: 201, json: { posts: [{ likes: { likeCount: 0 } }] } })
    expect(await likes()).toEqual([0, [], ['noor']])
    expect(await like(noor)).toMatchObject({ status: 201 })
    expect(await likes()).toEqual([1, ['noor'], []])
  })

  test('accepts a dislike by a user who has not liked the post', async () => {
    await like(noor)
    expect(await dislike(mira)).toMatchObject({ status: 201 })
    expect(await likes()).toEqual([0, ['noor'], ['mira']])
  })

  test('rejects a dislike at 0 likes, also by a user who already dislikes the post', async () => {
    expect(await dislike(noor)).toMatchObject(restError('NO_LIKES_LEFT'))
    await like(mira)
    await dislike(noor)
    expect(await dislike(noor)).toMatchObject(restError('NO_LIKES_LEFT'))
    expect(await backend.gql(dislikeDocument, { postId }, noor.token)).toMatchObject({
      errors: [gqlError('NO_LIKES_LEFT')],
    })
  })

  test('rejects a second dislike by the same user', async () => {
    const third = await backend.signUpUser('third')
    await like(mira)
    await like(third)
    await dislike(noor)
    expect(await dislike(noor)).toMatchObject(restError('ALREADY_DISLIKED'))
    expect(await backend.gql(dislikeDocument, { postId }, noor.token)).toMatchObject({
      errors: [gqlError('ALREADY_DISLIKED')],
    })
    expect(await likes()).toEqual([1, ['mira', 'third'], ['noor']])
  })

  test('returns the changed post for the viewer through GraphQL', async () => {
    expect(await backend.gql(likeDocument, { postId }, noor.token)).toEqual({
      data: {
        likePost: {
          post: { likeCount: 1, viewerHasLiked: true, likedBy: { edges: [{ node: { username: 'noor' } }] } },
        },
      },
    })
    expect(await backend.gql(dislikeDocument, { postId }, noor.token)).toEqual({
      data: { dislikePost: { post: { likeCount: 0, viewerHasLiked: false, likedBy: { edges: [] } } } },
    })
  })

  test('returns for each mutation of an operation the state directly after it', async () => {
    const document = `mutation ($id: ID!) {
      one: likePost(input: { postId: $id }) { post { likeCount viewerHasLiked } }
      two: dislikePost(input: { postId: $id }) { post { likeCount viewerHasLiked } }
    }`
    expect(await backend.gql(document, { id: postId }, noor.token)).toEqual({
      data: {
        one: { post: { likeCount: 1, viewerHasLiked: true } },
        two: { post: { likeCount: 0, viewerHasLiked: false } },
      },
    })
  })

  test('rejects a post that does not exist, and a visitor', async () => {
    expect(await like(noor, 'gone')).toMatchObject(restError('POST_NOT_FOUND'))
    expect(await dislike(noor, 'gone')).toMatchObject(restError('POST_NOT_FOUND'))
    for (const document of [likeDocument, dislikeDocument]) {
      expect(await backend.gql(document, { postId: 'gone' }, noor.token)).toMatchObject({
        errors: [gqlError('POST_NOT_FOUND')],
      })
      expect(await backend.gql(document, { postId })).toMatchObject({ errors: [gqlError('TOKEN_INVALID')] })
    }
    expect(await likes()).toEqual([0, [], []])
  })
})
