import { beforeEach, describe, expect, test } from 'vitest'
import type { TestClient, TestUser } from '../backend.ts'
import { gqlError, restError } from '../errorCatalogue.ts'
import { hosts } from '../hosts.ts'

const followDocument = `mutation ($userId: ID!) {
  followUser(input: { userId: $userId }) {
    user { username followerCount viewerIsFollowing followers { edges { node { username } } } }
    viewer { username followingCount following { edges { node { username } } } }
  }
}`
const unfollowDocument = followDocument.replace('followUser', 'unfollowUser')

describe.each(hosts)('follows ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let noor: TestUser
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
  })
  const follow = ({ token }: TestUser, id: string) => backend.rest('POST', `/users/follow/${id}`, { token })
  const unfollow = ({ token }: TestUser, id: string) => backend.rest('POST', `/users/unfollow/${id}`, { token })
  const briefUser = ({ id, username }: TestUser) => ({
    _id: id,
    id,
    username,
    firstName: 'First',
    lastName: 'Last',
    avatar: '/art/avatar-default.svg',
  })

  test('adds both users to the lists of each other on a follow and removes them on an unfollow', async () => {
    const followed = await follow(mira, noor.id)
    expect(followed).toMatchObject({
      status: 200,
      json: {
        user: { ...briefUser(mira), email: 'mira@mail.example', following: [briefUser(noor)], followers: [] },
        followUser: { ...briefUser(noor), following: [], followers: [briefUser(mira)] },
        errors: [],
      },
    })
    expect((await backend.rest('GET', `/users/${noor.id}`)).json).toMatchObject({
      user: { followers: [briefUser(mira)], following: [] },
    })
    expect(await unfollow(mira, noor.id)).toMatchObject({
      status: 200,
      json: {
        user: { ...briefUser(mira), following: [], followers: [] },
        followUser: { ...briefUser(noor), following: [], followers: [] },
        errors: [],
      },
    })
  })

  test('lists follows oldest first over REST and latest first through GraphQL', async () => {
    const third = await backend.signUpUser('third')
    await follow(mira, third.id)
    await follow(mira, noor.id)
    await follow(third, noor.id)
    expect((await backend.rest('GET', `/users/${mira.id}`)).json).toMatchObject({
      user: { following: [briefUser(third), briefUser(noor)] },
    })
    expect((await backend.rest('GET', `/users/${noor.id}`)).json).toMatchObject({
      user: { followers: [briefUser(mira), briefUser(third)] },
    })
    const lists = '{ edges { node { username } } }'
    const document = `query ($mira: ID!, $noor: ID!) {
      a: user(id: $mira) { following ${lists} }
      b: user(id: $noor) { followers ${lists} }
    }`
    expect(await backend.gql(document, { mira: mira.id, noor: noor.id })).toEqual({
      data: {
        a: { following: { edges: [{ node: { username: 'noor' } }, { node: { username: 'third' } }] } },
        b: { followers: { edges: [{ node: { username: 'third' } }, { node: { username: 'mira' } }] } },
      },
    })
  })

  test('rejects a follow of the viewer before all other checks', async () => {
    expect(await follow(mira, mira.id)).toMatchObject(restError('CANNOT_FOLLOW_SELF'))
    expect(await backend.gql(followDocument, { userId: mira.id }, mira.token)).toMatchObject({
      errors: [gqlError('CANNOT_FOLLOW_SELF')],
    })
    expect(await unfollow(mira, mira.id)).toMatchObject(restError('NOT_FOLLOWING'))
  })

  test('rejects a second follow of the same user', async () => {
    await follow(mira, noor.id)
    expect(await follow(mira, noor.id)).toMatchObject(restError('ALREADY_FOLLOWING'))
    expect(await backend.gql(followDocument, { userId: noor.id }, mira.token)).toMatchObject({
      errors: [gqlError('ALREADY_FOLLOWING')],
    })
    expect(await follow(noor, mira.id)).toMatchObject({ status: 200 })
  })

  test('rejects an unfollow of a user whom the viewer does not follow', async () => {
    await follow(noor, mira.id)
    expect(await unfollow(mira, noor.id)).toMatchObject(restError('NOT_FOLLOWING'))
    expect(await backend.gql(unfollowDocument, { userId: noor.id }, mira.token)).toMatchObject({
      errors: [gqlError('NOT_FOLLOWING')],
    })
  })

  test('rejects a user who does not exist, and a visitor', async () => {
    expect(await follow(mira, 'gone')).toMatchObject(restError('USER_NOT_FOUND'))
    expect(await unfollow(mira, 'gone')).toMatchObject(restError('USER_NOT_FOUND'))
    for (const document of [followDocument, unfollowDocument]) {
      expect(await backend.gql(document, { userId: 'gone' }, mira.token)).toMatchObject({
        errors: [gqlError('USER_NOT_FOUND')],
      })
      expect(await backend.gql(document, { userId: noor.id })).toMatchObject({ errors: [gqlError('TOKEN_INVALID')] })
    }
  })

  test('returns both users with their new counts and lists through GraphQL', async () => {
    expect(await backend.gql(followDocument, { userId: noor.id }, mira.token)).toEqual({
      data: {
        followUser: {
          user: {
            username: 'noor',
            followerCount: 1,
            viewerIsFollowing: true,
            followers: { edges: [{ node: { username: 'mira' } }] },
          },
          viewer: { username: 'mira', followingCount: 1, following: { edges: [{ node: { username: 'noor' } }] } },
        },
      },
    })
    expect(await backend.gql(unfollowDocument, { userId: noor.id }, mira.token)).toEqual({
      data: {
        unfollowUser: {
          user: { username: 'noor', followerCount: 0, viewerIsFollowing: false, followers: { edges: [] } },
          viewer: { username: 'mira', followingCount: 0, following: { edges: [] } },
        },
      },
    })
  })
})
