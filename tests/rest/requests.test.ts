import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, passwordInput } from '../backend.ts'
import { internalMessage, restError } from '../errorCatalogue.ts'
import { interceptStore } from '../interceptStore.ts'
import { anyAdapterInProcess, anyHost } from '../hosts.ts'
import { openFixture, type Fixture } from './fixture.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

describe.each(anyHost)('REST requests ($name)', (host) => {
  let fixture: Fixture
  beforeEach(async () => {
    fixture = await openFixture(host)
  })
  const rest: Fixture['backend']['rest'] = (...call) => fixture.backend.rest(...call)

  test.each([
    '',
    '/',
    '/nothing',
    '/posts/a/b',
    '/posts/like/a/b',
    '//posts',
    '/users/edit/x',
    '/Posts',
    '/posts/%E0%A4%A',
  ])('answers 404 at the path %j', async (path) => {
    for (const method of ['GET', 'POST']) {
      expect(await rest(method, path)).toMatchObject({
        status: 404,
        json: { errors: ['There is nothing at this path. Not Found error.'] },
      })
    }
  })

  test.each([
    ['PUT', '/posts', 'GET, HEAD, POST'],
    ['DELETE', '/posts', 'GET, HEAD, POST'],
    ['POST', '/posts/x', 'GET, HEAD, DELETE'],
    ['GET', '/posts/like/x', 'POST'],
    ['DELETE', '/posts/user/x', 'GET, HEAD'],
    ['GET', '/auth/login', 'POST'],
    ['POST', '/users', 'GET, HEAD'],
    ['POST', '/users/bookmark', 'GET, HEAD'],
    ['DELETE', '/users/edit', 'GET, HEAD, POST'],
    ['PATCH', '/users/follow/x', 'POST'],
    ['OPTIONS', '/users', 'GET, HEAD'],
  ])('rejects %s %s and lists the allowed methods %s', async (method, path, allowed) => {
    const { status, json, headers } = await rest(method, path)
    expect(status).toBe(405)
    expect(json).toEqual({ errors: ['This path does not take this method.'] })
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(allowed.split(', ').toSorted())
  })

  test.each([
    '/api/posts',
    '/api/users/nobody',
    '/api/users/bookmark',
    '/graphql?query={posts{edges{cursor}}}',
    '/graphql',
  ])('answers HEAD %s as GET without a body', async (path) => {
    const ask = (method: string) => fixture.backend.http(new Request(`http://localhost${path}`, { method }))
    const [get, head] = await Promise.all([ask('GET'), ask('HEAD')])
    // An event may be published between the two, and a response to HEAD need not tell the length.
    for (const name of ['last-event-id', 'content-length']) for (const { headers } of [get, head]) headers.delete(name)
    expect([head.status, [...head.headers], await head.text()]).toEqual([get.status, [...get.headers], ''])
  })

  test('rejects HEAD where GET is not allowed', async () => {
    const { status, headers } = await fixture.backend.http(
      new Request('http://localhost/api/posts/like/x', { method: 'HEAD' }),
    )
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each([
    ['a trailing slash', (path: string) => `${path}/`],
    ['a query string', (path: string) => `${path}?page=2&username=x`],
    ['both', (path: string) => `${path}/?a=/b`],
    ['a fragment', (path: string) => `${path}#x`],
  ])('ignores %s in the URL', async (_what, change) => {
    const { mira, noor, postId } = fixture
    for (const path of [
      '/posts',
      `/posts/${postId}`,
      '/posts/user/mira',
      '/users',
      `/users/${mira.id}`,
      '/users/bookmark',
    ]) {
      const plain = await rest('GET', path, { token: noor.token })
      expect(plain.status).toBe(200)
      expect((await rest('GET', change(path), { token: noor.token })).json).toEqual(plain.json)
    }
  })

  test.each(['a/b', 'ünï cødé', '100%', '?x=1#y', '..%2f', '%2e', '+', 'a+b'])(
    'decodes the username %j in a path',
    async (username) => {
      const user = await fixture.backend.signUpUser(username)
      const id = await fixture.backend.post(user)
      const response = await rest('GET', `/posts/user/${encodeURIComponent(username)}`)
      expect(response).toMatchObject({ status: 200, json: { posts: [{ _id: id, username }] } })
    },
  )

  const bodies: [string, string, string, string][] = [
    ['malformed JSON', '/posts', '{"postData":', 'body is not valid JSON.'],
    ['a blank body', '/posts', '  ', 'body is not valid JSON.'],
    ['a list', '/posts', '[]', 'body must be an object.'],
    ['a word', '/posts', '"postData"', 'body must be an object.'],
    ['null', '/posts', 'null', 'body must be an object.'],
    ['no postData', '/posts', '{}', 'postData must be an object.'],
    ['nothing at all', '/posts', '', 'postData must be an object.'],
    ['postData of the wrong type', '/posts', '{"postData":[]}', 'postData must be an object.'],
    ['content of the wrong type', '/posts', '{"postData":{"content":5}}', 'content must be a string.'],
    ['post_img of the wrong type', '/posts', '{"postData":{"post_img":null}}', 'post_img must be a string.'],
    ['media_type of the wrong type', '/posts', '{"postData":{"media_type":{}}}', 'media_type must be a string.'],
    [
      'an edit with content of the wrong type',
      '/posts/edit/x',
      '{"postData":{"content":[]}}',
      'content must be a string.',
    ],
    ['no userData', '/users/edit', '{}', 'userData must be an object.'],
    ['userData of a prototype', '/users/edit', '{"__proto__":{"userData":{}}}', 'userData must be an object.'],
    ['bio of the wrong type', '/users/edit', '{"userData":{"bio":true}}', 'bio must be a string.'],
    ['profile of the wrong type', '/users/edit', '{"userData":{"profile":1}}', 'profile must be a string.'],
    ['avatar of the wrong type', '/users/edit', '{"userData":{"avatar":1}}', 'avatar must be a string.'],
    ['another username of the wrong type', '/users/edit', '{"userData":{"username":1}}', 'username must be a string.'],
    ['a like with malformed JSON', '/posts/like/x', '{', 'body is not valid JSON.'],
    ['a log-in without a body', '/auth/login', '', 'username must be a string.'],
    ['a log-in without a password', '/auth/login', '{"username":"mira"}', 'password must be a string.'],
    [
      'a sign-up with a first name of the wrong type',
      '/auth/signup',
      '{"username":"x","password":"x","firstname":1}',
      'firstname must be a string.',
    ],
    [
      'a sign-up with a last name of the wrong type',
      '/auth/signup',
      '{"username":"x","password":"x","lastName":1}',
      'lastName must be a string.',
    ],
    [
      'a sign-up with an e-mail of the wrong type',
      '/auth/signup',
      '{"username":"x","password":"x","email":[]}',
      'email must be a string.',
    ],
  ]

  test.each(bodies)('rejects %s', async (_what, path, text, message) => {
    expect(await rest('POST', path, { token: fixture.noor.token, text })).toMatchObject({
      status: 400,
      json: { errors: [message] },
    })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'nonsense'])(
    'reads JSON from a body of Content-Type %s',
    async (contentType) => {
      const body = { username: 'mira', ...passwordInput('mira') }
      expect(await rest('POST', '/auth/login', { body, headers: { 'content-type': contentType } })).toMatchObject({
        status: 200,
      })
    },
  )

  test('accepts a missing, an empty and an unused body of a call without input', async () => {
    const { noor, plainId } = fixture
    const { token } = noor
    expect(await rest('POST', `/posts/like/${plainId}`, { token, text: '' })).toMatchObject({ status: 201 })
    expect(await rest('POST', `/users/bookmark/${plainId}`, { token })).toMatchObject({ status: 200 })
    expect(await rest('POST', `/posts/dislike/${plainId}`, { token, body: { anything: 1 } })).toMatchObject({
      status: 201,
    })
  })

  test('returns bookmarks at /users/bookmark, not a user of that name', async () => {
    await fixture.backend.signUpUser('bookmark')
    expect(await rest('GET', '/users/bookmark', { token: fixture.noor.token })).toMatchObject({
      json: { bookmarks: [fixture.postId] },
    })
    expect(await rest('GET', '/users/bookmark')).toMatchObject(restError('TOKEN_INVALID'))
    expect(await rest('GET', '/users/edit')).toMatchObject(restError('USER_NOT_FOUND'))
  })

  test('sends no-store so that responses are not cached', async () => {
    expect((await rest('GET', '/posts')).headers.get('cache-control')).toBe('no-store')
  })
})

// A server serves the app at other paths.
describe.each(anyAdapterInProcess)('REST requests in this process ($name store)', ({ open }) => {
  test.each([
    'http://localhost/',
    'http://localhost/posts',
    'http://localhost/apix/posts',
    'http://localhost/x/api/posts',
  ])('answers 404 outside /api: %s', async (url) => {
    const response = await (await openBackend(open)).http(new Request(url))
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ errors: [expect.any(String)] })
  })

  test.each([new Error('secret detail at /home/x.ts'), 'a word', undefined])(
    'answers 500 without details when the store throws %s',
    async (fault) => {
      const wrap = (store: AdministeredStore) =>
        interceptStore(store, (call) => {
          if (call === 'posts.page') throw fault
        })
      const backend = await openBackend(open, { wrap })
      const { status, json } = await backend.rest('GET', '/posts')
      expect(status).toBe(500)
      expect(json).toEqual({ error: { message: internalMessage } })
      expect(backend.reportedErrors).toEqual([fault])
    },
  )
})
