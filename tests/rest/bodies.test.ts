import { beforeEach, describe, expect, test } from 'vitest'
import { megabyte } from '../../shared/formats.ts'
import { fileOf, mp4, png } from '../mediaFiles.ts'
import { openBackend, passwordInput, type TestUser, type TestClient } from '../backend.ts'
import { anyAdapterInProcess, anyHost } from '../hosts.ts'
import { openWithMira } from './fixture.ts'

const message = 'This is too large to send.'
const restError = { errors: [message] }
const graphqlError = {
  errors: [{ message, extensions: { code: 'TOO_LARGE', status: 413 } }],
}

/** Returns JSON that is padded with spaces to this many bytes. */
function padded(value: Record<string, unknown>, size: number): string {
  return JSON.stringify(value).padEnd(size)
}

/** Streams a video of this many bytes in chunks of 64 kB or less. `taken` returns how many of them have been read. */
function stream(size: number, chunkSize = 65_536): { body: ReadableStream<Uint8Array>; taken: () => number } {
  let taken = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken >= size) return controller.close()
      const chunk = new Uint8Array(Math.min(chunkSize, size - taken)).fill(32)
      if (taken === 0) chunk.set(Array.from(mp4, (character) => character.charCodeAt(0)))
      taken += chunk.length
      return controller.enqueue(chunk)
    },
  })
  return { body, taken: () => taken }
}

const visitor = () => ({ username: 'noor', ...passwordInput('noor') })
const query = { query: '{ viewer { id } }' }

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Request {
  const streamed = body instanceof ReadableStream ? { duplex: 'half' } : {}
  return new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...streamed,
  })
}

describe.each(anyHost)('size limits of request bodies ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  beforeEach(async () => {
    ;({ backend, mira } = await openWithMira(open))
  })
  const send = (...request: Parameters<typeof post>) => backend.http(post(...request))

  test.each([
    [
      '/api/auth/signup',
      megabyte,
      201,
      () => padded(visitor(), megabyte),
      () => padded(visitor(), megabyte + 1),
      restError,
    ],
    ['/graphql', megabyte, 200, () => padded(query, megabyte), () => padded(query, megabyte + 1), graphqlError],
    [
      '/media',
      9.5 * megabyte,
      201,
      () => fileOf(mp4, 9.5 * megabyte),
      () => fileOf(mp4, 9.5 * megabyte + 1),
      { errors: ['body must not be larger than 9.5 MB.'] },
    ],
  ])('%s accepts a body of %i bytes and rejects a longer one', async (path, _limit, status, fits, exceeds, error) => {
    const rejected = await send(path, exceeds(), { authorization: mira.token })
    expect([rejected.status, rejected.headers.get('cache-control'), await rejected.json()]).toEqual([
      413,
      'no-store',
      error,
    ])
    expect((await send(path, fits(), { authorization: mira.token })).status).toBe(status)
  })

  test.each([0, 20_000])('skips a byte order mark before JSON with %i spaces', async (spaces) => {
    const text = (value: Record<string, unknown>) => `\uFEFF${JSON.stringify(value)}${' '.repeat(spaces)}`
    expect((await send('/api/auth/signup', text(visitor()))).status).toBe(201)
    const response = await send('/graphql', text(query))
    expect([response.status, await response.json()]).toEqual([200, { data: { viewer: null } }])
  })

  test.each(['gzip', 'BR', 'gzip, identity'])('refuses a body with the encoding %s', async (encoding) => {
    const refused = { errors: ['The body must be sent as it is, without a Content-Encoding.'] }
    const headers = { 'content-encoding': encoding, authorization: mira.token }
    for (const [path, body] of [
      ['/api/auth/signup', JSON.stringify(visitor())],
      ['/media', fileOf(png)],
    ] as const) {
      const response = await send(path, body, headers)
      expect([response.status, await response.json()]).toEqual([415, refused])
    }
    expect((await send('/graphql', JSON.stringify(query), headers)).status).toBe(415)
    expect((await send('/graphql', JSON.stringify(query), { 'content-encoding': 'identity' })).status).toBe(200)
  })

  test('creates no user when the sign-up body is too large', async () => {
    expect((await send('/api/auth/signup', padded(visitor(), 2 * megabyte))).status).toBe(413)
    expect((await backend.rest('GET', '/users')).json).toMatchObject({ users: [{ username: 'mira' }] })
  })

  test('accepts a body that arrives in several chunks', async () => {
    const parts = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const character of png) controller.enqueue(new Uint8Array([character.charCodeAt(0)]))
        controller.close()
      },
    })
    expect((await send('/media', parts, { authorization: mira.token })).status).toBe(201)
  })
})

describe.each(anyAdapterInProcess)('the part of a request body that is read ($name store)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  beforeEach(async () => {
    ;({ backend, mira } = await openWithMira(() => openBackend(open)))
  })
  const send = (...request: Parameters<typeof post>) => backend.http(post(...request))

  const endless = 50 * megabyte
  test.each([
    ['/api/auth/signup', megabyte],
    ['/graphql', megabyte],
    ['/media', 9.5 * megabyte],
  ])('%s stops reading a body without a valid length at the limit', async (path, limit) => {
    for (const declared of [{}, { 'content-length': 'nonsense' }]) {
      const { body, taken } = stream(endless)
      expect((await send(path, body, { authorization: mira.token, ...declared })).status).toBe(413)
      expect(taken()).toBeLessThan(limit + megabyte)
    }
  })

  test.each([
    ['/api/auth/signup', megabyte],
    ['/graphql', megabyte],
    ['/media', 10 * megabyte],
  ])('%s stops reading a body of tiny chunks long before the limit', async (path, limit) => {
    const { body, taken } = stream(limit, 64)
    expect((await send(path, body, { authorization: mira.token })).status).toBe(413)
    expect(taken()).toBeLessThan(0.6 * limit)
  })

  test.each(['/api/auth/signup', '/graphql', '/media'])(
    '%s does not read a body whose declared length is too large',
    async (path) => {
      const { body, taken } = stream(endless)
      expect((await send(path, body, { authorization: mira.token, 'content-length': String(endless) })).status).toBe(
        413,
      )
      expect(taken()).toBeLessThan(megabyte)
    },
  )

  test('/graphql refuses a body that is too large behind the lab, which reads a copy of it', async () => {
    const lab = await openBackend(open, { withLab: true, wait: async () => {} })
    const response = await lab.http(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: padded(query, megabyte + 1),
      }),
    )
    expect([response.status, await response.json()]).toEqual([413, graphqlError])
  })

  test('/media does not read the body of a visitor', async () => {
    const { body, taken } = stream(endless)
    expect((await send('/media', body)).status).toBe(401)
    expect(taken()).toBeLessThan(megabyte)
  })

  test('rejects a body that is too large in a browser without request streams', async () => {
    const request = new Request('http://localhost/api/auth/signup', {
      method: 'POST',
      body: padded(visitor(), megabyte + 1),
    })
    Object.defineProperty(request, 'body', { value: undefined })
    expect((await backend.http(request)).status).toBe(413)
  })
})
