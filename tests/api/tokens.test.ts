import { base64url, decodeProtectedHeader, SignJWT } from 'jose'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rotateTokenKey } from '../../resolvers/services/token.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { gqlError, internalMessage, restError } from '../errorCatalogue.ts'
import { interceptStore } from '../interceptStore.ts'
import { adapters } from '../store/adapters.ts'

interface Claims {
  [name: string]: unknown
}

/** Signs a token with this key. It expires a day after the clock of the tests unless the claims set `exp`. */
async function sign(claims: Claims, key: Uint8Array, alg = 'HS256'): Promise<string> {
  const exp = Date.parse('2026-05-05T09:30:00Z') / 1000
  return new SignJWT({ exp, ...claims }).setProtectedHeader({ alg }).sign(key)
}

function unsigned(claims: Claims): string {
  const part = (value: unknown) => base64url.encode(JSON.stringify(value))
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ exp: 4_000_000_000, ...claims })}.`
}

describe.each(adapters)('tokens ($name store)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  beforeEach(async () => {
    backend = await openBackend(open)
    mira = await backend.signUpUser('mira')
  })

  async function storedKey(): Promise<Uint8Array> {
    const stored = await backend.store.read.meta.get('tokenKey')
    if (typeof stored !== 'string') throw new Error('The store contains no token key.')
    return base64url.decode(stored)
  }
  const bookmarks = (token: string | undefined) => backend.rest('GET', '/users/bookmark', { token })
  const viewer = (token: string | null) => backend.gql('{ viewer { username } }', {}, token)

  test.each([
    ['bare', (token: string) => token],
    ['after Bearer', (token: string) => `Bearer ${token}`],
    ['after bearer and spaces', (token: string) => `bearer   ${token} `],
  ])('accepts a token %s', async (_form, headerOf) => {
    expect(await bookmarks(headerOf(mira.token))).toMatchObject({ status: 200 })
    expect(await viewer(headerOf(mira.token))).toEqual({ data: { viewer: { username: 'mira' } } })
  })

  test.each(['authorization', 'Authorization', 'AUTHORIZATION'])('accepts a token in the header %s', async (name) => {
    expect(await backend.rest('GET', '/users/bookmark', { headers: { [name]: mira.token } })).toMatchObject({
      status: 200,
    })
  })

  const keyOf = (token: string) => decodeProtectedHeader(token).kid

  test('of all backends are signed with a new key a minute after it was added, without a restart', async () => {
    const other = await openBackend(open, { store: backend.store })
    const before = await other.signUpUser('ada')
    await rotateTokenKey(backend.store, () => Date.parse('2026-05-04T09:30:00Z'))
    for (const { setClock } of [backend, other]) setClock('2026-05-04T09:30:59Z')
    const meanwhile = await backend.signUpUser('grace')
    for (const { setClock } of [backend, other]) setClock('2026-05-04T09:31:00Z')
    const after = await backend.signUpUser('hedy')
    expect([before, meanwhile].map(({ token }) => keyOf(token))).toEqual([undefined, undefined])
    expect(keyOf(after.token)).toEqual(expect.any(String))
    for (const { rest } of [backend, other])
      for (const { token } of [before, meanwhile, after])
        expect(await rest('GET', '/users/bookmark', { token })).toMatchObject({ status: 200 })
  })

  test('are signed with the only key at once', async () => {
    const empty = await open()
    onTestFinished(() => empty.close())
    await rotateTokenKey(empty, () => Date.parse('2026-05-04T09:30:00Z'))
    const { token } = await (await openBackend(open, { store: empty })).signUpUser('ada')
    expect(keyOf(token)).toEqual(expect.any(String))
  })

  test('of unknown keys make a backend read its keys once a second', async () => {
    let reads = 0
    const wrap = (store: AdministeredStore) => interceptStore(store, (call) => (reads += call === 'meta.get' ? 1 : 0))
    const { rest, setClock } = await openBackend(open, { store: backend.store, wrap })
    const header = base64url.encode(JSON.stringify({ alg: 'HS256', kid: 'unknown' }))
    const refused = async () => {
      const token = mira.token.replace(/^[^.]+/, header)
      expect(await rest('GET', '/users/bookmark', { token })).toMatchObject({ status: 401 })
    }
    for (let count = 0; count < 10; count += 1) await refused()
    expect(reads).toBe(1)
    setClock('2026-05-04T09:30:01Z')
    for (let count = 0; count < 10; count += 1) await refused()
    expect(reads).toBe(2)
  })

  test('of a key whose last token has expired are refused after another rotation', async () => {
    const started = Date.parse('2026-05-04T09:30:00Z')
    await rotateTokenKey(backend.store, () => started)
    await rotateTokenKey(backend.store, () => started + 31 * 86_400_000)
    const restarted = await openBackend(open, { store: backend.store })
    expect(await restarted.rest('GET', '/users/bookmark', { token: mira.token })).toMatchObject({ status: 401 })
  })

  test('of all former keys are refused by running backends within 30 s of a rotation that revokes them', async () => {
    await rotateTokenKey(backend.store, () => Date.parse('2026-05-04T09:29:00Z'))
    const grace = await backend.signUpUser('grace')
    await rotateTokenKey(backend.store, () => Date.parse('2026-05-04T09:30:00Z'), { revoke: true })
    backend.setClock('2026-05-04T09:30:30Z')
    for (const { token } of [mira, grace]) expect(await bookmarks(token)).toMatchObject(restError('TOKEN_INVALID'))
    const { token } = await backend.signUpUser('ada')
    expect(await bookmarks(token)).toMatchObject({ status: 200 })
  })

  test('of a new key are accepted by a running backend a second after the others were revoked', async () => {
    await rotateTokenKey(backend.store, () => Date.parse('2026-05-04T09:30:00Z'), { revoke: true })
    const other = await openBackend(open, { store: backend.store })
    const ada = await other.signUpUser('ada')
    expect(keyOf(ada.token)).toEqual(expect.any(String))
    backend.setClock('2026-05-04T09:30:01Z')
    expect(await bookmarks(ada.token)).toMatchObject({ status: 200 })
    // It has read the keys again.
    expect(await bookmarks(mira.token)).toMatchObject(restError('TOKEN_INVALID'))
  })

  test('are verified once for each time that the keys are read', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify')
    onTestFinished(() => verify.mockRestore())
    const { end } = await backend.subscribe('subscription { changes { __typename } }', mira.token)
    for (const token of [mira.token, `Bearer ${mira.token}`])
      expect(await bookmarks(token)).toMatchObject({ status: 200 })
    expect(verify).toHaveBeenCalledTimes(1)
    await end()
    backend.setClock('2026-05-04T09:30:31Z')
    expect(await bookmarks(mira.token)).toMatchObject({ status: 200 })
    expect(verify).toHaveBeenCalledTimes(2)
  })

  const invalidTokens: [string, () => Promise<string> | string][] = [
    ['that is empty', () => ''],
    ['of spaces only', () => '   '],
    ['of the word Bearer only', () => 'Bearer '],
    ['that is no JWT', () => 'abc'],
    ['of three empty parts', () => '..'],
    [
      'whose payload was replaced',
      () => {
        const [header, , signature] = mira.token.split('.')
        return [header, base64url.encode(JSON.stringify({ _id: mira.id, username: 'mira', exp: 4e9 })), signature].join(
          '.',
        )
      },
    ],
    ['with a truncated signature', () => mira.token.slice(0, -4)],
    ['signed with another key', () => sign({ _id: mira.id, username: 'mira' }, new Uint8Array(32))],
    ['with the algorithm none', () => unsigned({ _id: mira.id, username: 'mira' })],
    ['with another algorithm', async () => sign({ _id: mira.id, username: 'mira' }, await storedKey(), 'HS512')],
    ['without an expiry date', async () => sign({ _id: mira.id, username: 'mira', exp: undefined }, await storedKey())],
    ['without an id', async () => sign({ username: 'mira' }, await storedKey())],
    ['without a username', async () => sign({ _id: mira.id }, await storedKey())],
    ['whose id is not a string', async () => sign({ _id: 7, username: 'mira' }, await storedKey())],
    [
      'whose username does not belong to its id',
      async () => sign({ _id: mira.id, username: 'noor' }, await storedKey()),
    ],
    [
      'whose id does not belong to its username',
      async () => sign({ _id: 'gone', username: 'mira' }, await storedKey()),
    ],
  ]

  test.each(invalidTokens)('rejects a token %s', async (_defect, tokenOf) => {
    const token = await tokenOf()
    expect(await bookmarks(token)).toMatchObject(restError('TOKEN_INVALID'))
    expect(await backend.gql('{ feed { edges { cursor } } }', {}, token)).toMatchObject({
      errors: [gqlError('TOKEN_INVALID')],
    })
  })

  test('rejects a call that requires a user when it has no token', async () => {
    expect(await bookmarks(undefined)).toMatchObject(restError('TOKEN_INVALID'))
    expect(await backend.gql('{ bookmarks { edges { cursor } } }')).toMatchObject({
      errors: [gqlError('TOKEN_INVALID')],
    })
    expect(await viewer(null)).toEqual({ data: { viewer: null } })
  })

  test('rejects a token of another backend', async () => {
    const other = await openBackend(open)
    const otherUser = await other.signUpUser('mira')
    expect(await bookmarks(otherUser.token)).toMatchObject(restError('TOKEN_INVALID'))
  })

  test('answers 500, not a refusal of the token, when the platform cannot load the key', async () => {
    const broken = vi
      .spyOn(crypto.subtle, 'importKey')
      .mockRejectedValue(new DOMException('no memory', 'OperationError'))
    onTestFinished(() => broken.mockRestore())
    const restarted = await openBackend(open, { store: backend.store })
    const response = await restarted.rest('GET', '/users/bookmark', { token: mira.token })
    expect(response).toMatchObject({ status: 500, json: { error: { message: internalMessage } } })
    expect(restarted.reportedErrors).toMatchObject([{ name: 'OperationError' }])
  })

  test('accepts a token for 30 days', async () => {
    backend.setClock('2026-06-03T09:29:59Z')
    expect(await bookmarks(mira.token)).toMatchObject({ status: 200 })
    backend.setClock('2026-06-03T09:30:00Z')
    expect(await bookmarks(mira.token)).toMatchObject(restError('TOKEN_INVALID'))
    expect(await viewer(mira.token)).toMatchObject({ errors: [gqlError('TOKEN_INVALID')] })
  })

  test('accepts a token after a restart with the same store', async () => {
    const restarted = await openBackend(open, { store: backend.store })
    expect(await restarted.rest('GET', '/users/bookmark', { token: mira.token })).toMatchObject({ status: 200 })
  })

  test('creates one signing key when the first sign-ups are concurrent', async () => {
    const fresh = await openBackend(open)
    const users = await Promise.all(['a', 'b', 'c'].map((name) => fresh.signUpUser(name)))
    const restarted = await openBackend(open, { store: fresh.store })
    const responses = await Promise.all(users.map(({ token }) => restarted.rest('GET', '/users/bookmark', { token })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('rejects a valid token whose user no longer exists with NOT_REGISTERED', async () => {
    const token = await sign({ _id: 'gone', username: 'gone' }, await storedKey())
    expect(await bookmarks(token)).toMatchObject(restError('NOT_REGISTERED'))
    expect(await backend.rest('POST', '/posts/like/x', { token })).toMatchObject(restError('NOT_REGISTERED'))
    expect(await viewer(token)).toMatchObject({ errors: [gqlError('NOT_REGISTERED')] })
  })

  test('ignores the token of a call that does not require one', async () => {
    const postId = await backend.post(mira)
    const tokenOfDeletedUser = await sign({ _id: 'gone', username: 'gone' }, await storedKey())
    for (const token of ['nonsense', unsigned({ _id: mira.id }), tokenOfDeletedUser, mira.token]) {
      for (const path of ['/posts', `/posts/${postId}`, '/posts/user/mira', '/users', `/users/${mira.id}`]) {
        expect(await backend.rest('GET', path, { token })).toEqual(
          expect.objectContaining({ ...(await backend.rest('GET', path)), headers: expect.anything() }),
        )
      }
    }
    const document = `{ posts { edges { node {
      content viewerHasLiked viewerHasBookmarked viewerCanEdit author { email viewerIsFollowing }
    } } } }`
    expect(await backend.gql(document, {}, 'nonsense')).toEqual(await backend.gql(document))
    const body = { username: 'noor', password: 'sesame noor' }
    expect(await backend.rest('POST', '/auth/signup', { token: 'nonsense', body })).toMatchObject({ status: 201 })
    expect(await backend.rest('POST', '/auth/login', { token: 'nonsense', body })).toMatchObject({ status: 200 })
  })
})
