import { base64url, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { gqlError, restError } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'

interface Claims {
  [name: string]: unknown
}

/** A token by the given key; `exp` a day after the tests' clock unless the claims say otherwise. */
async function sign(claims: Claims, key: Uint8Array, alg = 'HS256'): Promise<string> {
  const exp = Date.parse('2026-05-05T09:30:00Z') / 1000
  return new SignJWT({ exp, ...claims }).setProtectedHeader({ alg }).sign(key)
}

function unsigned(claims: Claims): string {
  const part = (value: unknown) => base64url.encode(JSON.stringify(value))
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ exp: 4_000_000_000, ...claims })}.`
}

describe.each(adapters)('tokens over $name', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  beforeEach(async () => {
    backend = await openBackend(open)
    mira = await backend.signUpUser('mira')
  })

  async function ownKey(): Promise<Uint8Array> {
    const kept = await backend.store.read.meta.get('tokenKey')
    if (typeof kept !== 'string') throw new Error('The store keeps no token key.')
    return base64url.decode(kept)
  }
  const bookmarks = (token: string | undefined) => backend.rest('GET', '/users/bookmark', { token })
  const viewer = (token: string | null) => backend.gql('{ viewer { username } }', {}, token)

  test.each([
    ['bare', (token: string) => token],
    ['after Bearer', (token: string) => `Bearer ${token}`],
    ['after bearer and spaces', (token: string) => `bearer   ${token} `],
  ])('accepts a token %s', async (_how, headerOf) => {
    expect(await bookmarks(headerOf(mira.token))).toMatchObject({ status: 200 })
    expect(await viewer(headerOf(mira.token))).toEqual({ data: { viewer: { username: 'mira' } } })
  })

  test.each(['authorization', 'Authorization', 'AUTHORIZATION'])('finds it in the header %s', async (name) => {
    expect(await backend.rest('GET', '/users/bookmark', { headers: { [name]: mira.token } })).toMatchObject({
      status: 200,
    })
  })

  const bad: [string, () => Promise<string> | string][] = [
    ['of nothing', () => ''],
    ['of spaces', () => '   '],
    ['of Bearer alone', () => 'Bearer '],
    ['that is no JWT', () => 'abc'],
    ['of three empty parts', () => '..'],
    [
      'with another payload under its signature',
      () => {
        const [header, , signature] = mira.token.split('.')
        return [header, base64url.encode(JSON.stringify({ _id: mira.id, username: 'mira', exp: 4e9 })), signature].join(
          '.',
        )
      },
    ],
    ['with its end cut off', () => mira.token.slice(0, -4)],
    ['signed by another key', () => sign({ _id: mira.id, username: 'mira' }, new Uint8Array(32))],
    ['of alg none', () => unsigned({ _id: mira.id, username: 'mira' })],
    ['of another algorithm', async () => sign({ _id: mira.id, username: 'mira' }, await ownKey(), 'HS512')],
    ['without an end', async () => sign({ _id: mira.id, username: 'mira', exp: undefined }, await ownKey())],
    ['without an id', async () => sign({ username: 'mira' }, await ownKey())],
    ['without a username', async () => sign({ _id: mira.id }, await ownKey())],
    ['with an id that is no text', async () => sign({ _id: 7, username: 'mira' }, await ownKey())],
    ['whose username is not that of its id', async () => sign({ _id: mira.id, username: 'noor' }, await ownKey())],
    ['whose id is not that of its username', async () => sign({ _id: 'gone', username: 'mira' }, await ownKey())],
  ]

  test.each(bad)('refuses a token %s', async (_what, tokenOf) => {
    const token = await tokenOf()
    expect(await bookmarks(token)).toMatchObject(restError('TOKEN_INVALID'))
    expect(await backend.gql('{ feed { edges { cursor } } }', {}, token)).toMatchObject({
      errors: [gqlError('TOKEN_INVALID')],
    })
  })

  test('refuses a call without a token', async () => {
    expect(await bookmarks(undefined)).toMatchObject(restError('TOKEN_INVALID'))
    expect(await backend.gql('{ bookmarks { edges { cursor } } }')).toMatchObject({
      errors: [gqlError('TOKEN_INVALID')],
    })
    expect(await viewer(null)).toEqual({ data: { viewer: null } })
  })

  test('refuses the token of another backend', async () => {
    const other = await openBackend(open)
    const stranger = await other.signUpUser('mira')
    expect(await bookmarks(stranger.token)).toMatchObject(restError('TOKEN_INVALID'))
  })

  test('keeps a token good for 30 days', async () => {
    backend.setClock('2026-06-03T09:29:59Z')
    expect(await bookmarks(mira.token)).toMatchObject({ status: 200 })
    backend.setClock('2026-06-03T09:30:00Z')
    expect(await bookmarks(mira.token)).toMatchObject(restError('TOKEN_INVALID'))
    expect(await viewer(mira.token)).toMatchObject({ errors: [gqlError('TOKEN_INVALID')] })
  })

  test('keeps sessions when it starts again over the same data', async () => {
    const later = await openBackend(open, { store: backend.store })
    expect(await later.rest('GET', '/users/bookmark', { token: mira.token })).toMatchObject({ status: 200 })
  })

  test('makes one key however many calls come first', async () => {
    const fresh = await openBackend(open)
    const members = await Promise.all(['a', 'b', 'c'].map((name) => fresh.signUpUser(name)))
    const later = await openBackend(open, { store: fresh.store })
    const answers = await Promise.all(members.map(({ token }) => later.rest('GET', '/users/bookmark', { token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('says of a well signed token whose member is gone that they are not registered', async () => {
    const token = await sign({ _id: 'gone', username: 'gone' }, await ownKey())
    expect(await bookmarks(token)).toMatchObject(restError('NOT_REGISTERED'))
    expect(await backend.rest('POST', '/posts/like/x', { token })).toMatchObject(restError('NOT_REGISTERED'))
    expect(await viewer(token)).toMatchObject({ errors: [gqlError('NOT_REGISTERED')] })
  })

  test('ignores any token where none is asked for', async () => {
    const postId = await backend.post(mira)
    const gone = await sign({ _id: 'gone', username: 'gone' }, await ownKey())
    for (const token of ['nonsense', unsigned({ _id: mira.id }), gone, mira.token]) {
      for (const path of ['/posts', `/posts/${postId}`, '/posts/user/mira', '/users', `/users/${mira.id}`]) {
        expect(await backend.rest('GET', path, { token })).toEqual(
          expect.objectContaining({ ...(await backend.rest('GET', path)), headers: expect.anything() }),
        )
      }
    }
    const document = `{ posts { edges { node { content viewerHasLiked viewerHasBookmarked viewerCanEdit author { email viewerIsFollowing } } } } }`
    expect(await backend.gql(document, {}, 'nonsense')).toEqual(await backend.gql(document))
    const body = { username: 'noor', password: 'sesame noor' }
    expect(await backend.rest('POST', '/auth/signup', { token: 'nonsense', body })).toMatchObject({ status: 201 })
    expect(await backend.rest('POST', '/auth/login', { token: 'nonsense', body })).toMatchObject({ status: 200 })
  })
})
