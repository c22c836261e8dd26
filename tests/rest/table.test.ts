import { describe, expect, test } from 'vitest'
import { passwordMarker, type RestOptions } from '../backend.ts'
import { at, recordOf } from '../values.ts'
import { errorCatalogue, restError, type ErrorCode } from '../errorCatalogue.ts'
import { hostsAndPooler } from '../hosts.ts'
import { openFixture, type Fixture } from './fixture.ts'

/** The keys of an object in a response. */
type Keys = readonly string[]

const brief: Keys = ['_id', 'id', 'username', 'firstName', 'lastName', 'avatar']
const user: Keys = [...brief, 'bio', 'profile', 'followers', 'following', 'bookmarks', 'createdAt', 'updatedAt']
const self: Keys = [...user, 'email']
const post: Keys = [
  '_id',
  'content',
  'post_img',
  'media_type',
  'likes',
  'username',
  'createdAt',
  'createdAt_format',
  'updatedAt',
]
const likes: Keys = ['likeCount', 'likedBy', 'dislikedBy']

const newcomer = {
  firstname: 'A',
  lastname: 'B',
  email: 'c@d.example',
  username: 'new',
  password: `${passwordMarker} new`,
}
const postData = { content: 'Hello', post_img: '/loom.svg', media_type: 'image' }

interface Row {
  call: string
  path?: (fixture: Fixture) => string
  /** The user whose token is sent. Without it no token is sent. */
  by?: 'noor' | 'mira'
  body?: unknown
  status: number
  /** The expected keys, by path in the response. */
  keys: Record<string, Keys>
}

const posts = { '': ['posts'], 'posts.0': post, 'posts.0.likes': likes }
const bookmarks = { '': ['bookmarks'] }
const followed = { '': ['user', 'followUser', 'errors'], user: self, followUser: user }

/** Spec §7, row by row. */
const rows: Row[] = [
  {
    call: 'POST /auth/signup',
    body: newcomer,
    status: 201,
    keys: { '': ['createdUser', 'encodedToken'], createdUser: self },
  },
  {
    call: 'POST /auth/login',
    body: { username: 'noor', password: `${passwordMarker} noor` },
    status: 200,
    keys: { '': ['foundUser', 'encodedToken'], foundUser: self, 'foundUser.following.0': brief },
  },
  { call: 'GET /posts', status: 200, keys: { ...posts, 'posts.0.likes.likedBy.0': brief } },
  {
    call: 'GET /posts/{postId}',
    path: ({ postId }) => `/posts/${postId}`,
    status: 200,
    keys: { '': ['post'], post, 'post.likes': likes, 'post.likes.likedBy.0': brief },
  },
  { call: 'GET /posts/user/{username}', path: () => '/posts/user/mira', status: 200, keys: posts },
  { call: 'POST /posts', by: 'noor', body: { postData }, status: 201, keys: { ...posts, 'posts.2': post } },
  {
    call: 'POST /posts/edit/{postId}',
    path: ({ postId }) => `/posts/edit/${postId}`,
    by: 'mira',
    body: { postData },
    status: 201,
    keys: posts,
  },
  { call: 'DELETE /posts/{postId}', path: ({ postId }) => `/posts/${postId}`, by: 'mira', status: 201, keys: posts },
  {
    call: 'POST /posts/like/{postId}',
    path: ({ plainId }) => `/posts/like/${plainId}`,
    by: 'noor',
    status: 201,
    keys: { ...posts, 'posts.1.likes.likedBy.0': brief },
  },
  {
    call: 'POST /posts/dislike/{postId}',
    path: ({ postId }) => `/posts/dislike/${postId}`,
    by: 'noor',
    status: 201,
    keys: { ...posts, 'posts.0.likes.dislikedBy.0': brief },
  },
  {
    call: 'GET /users',
    status: 200,
    keys: { '': ['users'], 'users.0': user, 'users.0.followers.0': brief, 'users.1.following.0': brief },
  },
  {
    call: 'GET /users/{userId}',
    path: ({ mira }) => `/users/${mira.id}`,
    status: 200,
    keys: { '': ['user'], user, 'user.followers.0': brief },
  },
  {
    call: 'POST /users/edit',
    by: 'noor',
    body: { userData: { bio: 'a', profile: 'b', avatar: 'c' } },
    status: 201,
    keys: { '': ['user'], user: self },
  },
  { call: 'GET /users/bookmark', by: 'noor', status: 200, keys: bookmarks },
  {
    call: 'POST /users/bookmark/{postId}',
    path: ({ plainId }) => `/users/bookmark/${plainId}`,
    by: 'noor',
    status: 200,
    keys: bookmarks,
  },
  {
    call: 'POST /users/remove-bookmark/{postId}',
    path: ({ postId }) => `/users/remove-bookmark/${postId}`,
    by: 'noor',
    status: 200,
    keys: bookmarks,
  },
  {
    call: 'POST /users/follow/{id}',
    path: ({ noor }) => `/users/follow/${noor.id}`,
    by: 'mira',
    status: 200,
    keys: { ...followed, 'user.following.0': brief, 'followUser.followers.0': brief },
  },
  {
    call: 'POST /users/unfollow/{id}',
    path: ({ mira }) => `/users/unfollow/${mira.id}`,
    by: 'noor',
    status: 200,
    keys: followed,
  },
]

const keysOf = (value: unknown) => Object.keys(recordOf(value)).toSorted()

async function send(
  fixture: Fixture,
  { call, path, by, body }: Pick<Row, 'call' | 'path' | 'by' | 'body'>,
  options: RestOptions = {},
) {
  const [method = '', plainPath = ''] = call.split(' ')
  const token = by && fixture[by].token
  return fixture.backend.rest(method, path?.(fixture) ?? plainPath, { token, body, ...options })
}

describe.each(hostsAndPooler)('REST calls of spec §7 ($name)', (host) => {
  test.each(rows)('$call answers $status', async (row) => {
    const response = await send(await openFixture(host), row)
    expect(response.status).toBe(row.status)
    expect(response.headers.get('content-type')).toBe('application/json')
    for (const [place, keys] of Object.entries(row.keys)) {
      expect(keysOf(place === '' ? response.json : at(response.json, place)), place).toEqual(keys.toSorted())
    }
  })

  test.each(rows.filter(({ by }) => by))(
    '$call rejects a call without a token before all other checks',
    async ({ call, path }) => {
      const fixture = await openFixture(host)
      expect(await send(fixture, { call, ...(path && { path }) })).toMatchObject(restError('TOKEN_INVALID'))
      if (!call.startsWith('GET')) {
        expect(await send(fixture, { call, ...(path && { path }) }, { text: '{' })).toMatchObject(
          restError('TOKEN_INVALID'),
        )
      }
    },
  )
})

interface RefusedRow extends Pick<Row, 'call' | 'path' | 'by' | 'body'> {
  code: ErrorCode
}

/** Spec §8, row by row, and the two that docs/spec-decisions.md adds. */
const refusedRows: RefusedRow[] = [
  { code: 'USERNAME_TAKEN', call: 'POST /auth/signup', body: { ...newcomer, username: 'mira' } },
  { code: 'NOT_REGISTERED', call: 'POST /auth/login', body: { username: 'nobody', password: passwordMarker } },
  { code: 'CREDENTIALS_INVALID', call: 'POST /auth/login', body: { username: 'mira', password: passwordMarker } },
  { code: 'TOKEN_INVALID', call: 'GET /users/bookmark' },
  {
    code: 'NOT_POST_EDITOR',
    call: 'POST',
    path: ({ postId }) => `/posts/edit/${postId}`,
    by: 'noor',
    body: { postData },
  },
  { code: 'NOT_POST_OWNER', call: 'DELETE', path: ({ postId }) => `/posts/${postId}`, by: 'noor' },
  { code: 'ALREADY_LIKED', call: 'POST', path: ({ postId }) => `/posts/like/${postId}`, by: 'noor' },
  { code: 'NO_LIKES_LEFT', call: 'POST', path: ({ plainId }) => `/posts/dislike/${plainId}`, by: 'noor' },
  { code: 'USERNAME_FIXED', call: 'POST /users/edit', by: 'noor', body: { userData: { username: 'mira' } } },
  { code: 'ALREADY_BOOKMARKED', call: 'POST', path: ({ postId }) => `/users/bookmark/${postId}`, by: 'noor' },
  { code: 'NOT_BOOKMARKED', call: 'POST', path: ({ plainId }) => `/users/remove-bookmark/${plainId}`, by: 'noor' },
  { code: 'CANNOT_FOLLOW_SELF', call: 'POST', path: ({ noor }) => `/users/follow/${noor.id}`, by: 'noor' },
  { code: 'ALREADY_FOLLOWING', call: 'POST', path: ({ mira }) => `/users/follow/${mira.id}`, by: 'noor' },
  { code: 'NOT_FOLLOWING', call: 'POST', path: ({ noor }) => `/users/unfollow/${noor.id}`, by: 'mira' },
  { code: 'POST_NOT_FOUND', call: 'GET', path: () => '/posts/gone' },
  { code: 'USER_NOT_FOUND', call: 'GET', path: () => '/users/gone' },
]

describe.each(hostsAndPooler)('REST errors of spec §8 ($name)', (host) => {
  test.each(refusedRows)('answers $code with its status and message', async (row) => {
    const response = await send(await openFixture(host), row)
    const [status, message] = errorCatalogue[row.code]
    expect({ status: response.status, json: response.json }).toEqual({ status, json: { errors: [message] } })
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  test('answers ALREADY_DISLIKED with its status and message', async () => {
    const fixture = await openFixture(host)
    const { backend, postId, mira, noor } = fixture
    await backend.rest('POST', `/posts/like/${postId}`, { token: mira.token })
    const dislike = () => backend.rest('POST', `/posts/dislike/${postId}`, { token: noor.token })
    expect((await dislike()).status).toBe(201)
    expect(await dislike()).toMatchObject(restError('ALREADY_DISLIKED'))
  })

  test('covers every error of the catalogue', () => {
    expect(new Set([...refusedRows.map(({ code }) => code), 'ALREADY_DISLIKED'])).toEqual(
      new Set(Object.keys(errorCatalogue)),
    )
  })
})
