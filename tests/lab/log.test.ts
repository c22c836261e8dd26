import { describe, expect, test } from 'vitest'
import { NoAnswerError } from '../../resolvers/lab/networkConditions.ts'
import type { LoggedRequest } from '../../resolvers/lab/requests.ts'
import { openBackend, type TestBackend } from '../backend.ts'
import { openMemory } from '../rest/world.ts'

/** What the log tells until there are so many. */
function read({ lab }: TestBackend, count: number): Promise<LoggedRequest[]> {
  const told = new Map<string, LoggedRequest>()
  return new Promise((resolve) => {
    const end = lab.requests((request) => {
      told.set(request.id, request)
      if (told.size < count) return
      end()
      resolve([...told.values()])
    })
  })
}

const post = (backend: TestBackend, body: object, token = '') =>
  backend.http(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(body),
    }),
  )

describe('the request log', () => {
  test('tells of calls that were before it was read, and of those after', async () => {
    const backend = await openBackend(openMemory)
    await backend.rest('GET', '/posts')
    const reading = read(backend, 2)
    await backend.rest('GET', '/users/nobody?a=b')
    const [before, after] = await reading
    expect(before).toMatchObject({
      via: 'http',
      name: 'GET /posts',
      method: 'GET',
      path: '/api/posts',
      outcome: { kind: 'answered', status: 200, messages: [] },
    })
    expect(after).toMatchObject({
      name: 'GET /users/{userId}',
      path: '/api/users/nobody',
      outcome: { kind: 'answered', status: 404, messages: ['User not found. Not Found error.'] },
    })
    expect(before?.at).toBe(Date.parse('2026-05-04T09:30:00Z'))
    expect(before?.ms).toBeGreaterThanOrEqual(0)
  })

  test('tells of a tab or worker that begins while it is read', async () => {
    const events = new EventTarget()
    const reading = read(await openBackend(openMemory, { events }), 1)
    const later = await openBackend(openMemory, { events })
    await later.rest('GET', '/posts')
    expect((await reading).map(({ path }) => path)).toEqual(['/api/posts'])
  })

  test('takes an empty list of errors for none', async () => {
    const backend = await openBackend(openMemory)
    const [mira, noor] = [await backend.join('mira'), await backend.join('noor')]
    await backend.rest('POST', `/users/follow/${noor.id}`, { token: mira.token })
    const told = await read(backend, 3)
    expect(told.at(-1)).toMatchObject({
      name: 'POST /users/follow/{id}',
      outcome: { kind: 'answered', status: 200, messages: [] },
    })
  })

  test('knows a path that is none, a method that is none, and a body that is none', async () => {
    const backend = await openBackend(openMemory)
    await backend.rest('GET', '/nowhere')
    await backend.rest('DELETE', '/users')
    await backend.rest('POST', '/auth/login', { text: '{' })
    const told = await read(backend, 3)
    expect(
      told.map(({ name, variables, outcome }) => [name, variables, 'status' in outcome && outcome.status]),
    ).toEqual([
      ['GET /api/nowhere', null, 404],
      ['DELETE /api/users', null, 405],
      ['POST /auth/login', null, 400],
    ])
  })

  test('holds what was sent, without a password', async () => {
    const backend = await openBackend(openMemory)
    const mira = await backend.join('mira')
    const query = 'mutation SignIn($input: LogInInput!) { logIn(input: $input) { token } }'
    await post(backend, { query, variables: { input: { username: 'mira', password: 'sesame mira' } } })
    await post(
      backend,
      { query: 'mutation { logIn(input: { username: "mira", password: "sesame mira" }) { token } }' },
      mira.token,
    )
    const [joined, signedIn, inline] = await read(backend, 3)
    expect(joined).toMatchObject({ name: 'POST /auth/signup', variables: { username: 'mira', password: '' } })
    expect(signedIn).toMatchObject({
      name: 'SignIn',
      path: '/graphql',
      query,
      variables: { input: { username: 'mira', password: '' } },
    })
    expect(inline).toMatchObject({
      name: '{ logIn }',
      query: 'mutation { logIn(input: { username: "mira", password: "" }) { token } }',
    })
    const all = JSON.stringify([joined, signedIn, inline])
    for (const word of ['sesame', mira.token, 'pbkdf2']) expect(all).not.toContain(word)
  })

  test('finds a password under a name that does not tell, and one that is oddly written', async () => {
    const backend = await openBackend(openMemory)
    const logIn = (name: string, more = '', variables = {}) =>
      post(backend, {
        query: `mutation SignIn${more} { logIn(input: { username: "mira", password: ${name} }) { token } }`,
        variables,
      })
    await logIn('$word', '($word: String!)', { word: 'sesame mira' })
    await logIn('$word', '($word: String! = "sesame mira")')
    await logIn('# well\n , "sesame mira"')
    await logIn("'sesame mira'")
    const told = await read(backend, 4)
    expect(told[0]).toMatchObject({ name: 'SignIn', variables: { word: '' } })
    expect(JSON.stringify(told)).not.toContain('sesame')
  })

  test('has no document where none was sent', async () => {
    const backend = await openBackend(openMemory)
    await post(backend, {})
    const [told] = await read(backend, 1)
    expect(told).toMatchObject({ name: 'POST /graphql', outcome: { status: 400 } })
    expect(told).not.toHaveProperty('query')
  })

  test('gives the status of the first error of a GraphQL answer', async () => {
    const backend = await openBackend(openMemory)
    await post(backend, { query: '{ feed { edges { cursor } } }' })
    await post(backend, { query: '{ nothing }' })
    await post(backend, { query: '{' })
    const told = await read(backend, 3)
    expect(told.map(({ name, outcome }) => [name, 'status' in outcome && outcome.status])).toEqual([
      ['{ feed }', 401],
      ['{ nothing }', 400],
      ['POST /graphql', 400],
    ])
  })

  test('tells no answer from one that nobody waited for', async () => {
    const backend = await openBackend(openMemory, { withLab: true })
    const { usual, change } = backend.lab
    await change({ latency: { ...usual.latency, ms: 0 }, fault: { ...usual.fault, kind: 'dropped' } })
    await expect(backend.rest('GET', '/posts')).rejects.toBeInstanceOf(NoAnswerError)
    const gone = new Request('http://localhost/api/posts', { signal: AbortSignal.abort() })
    await expect(backend.http(gone)).rejects.toMatchObject({ name: 'AbortError' })
    await expect(backend.backend.addFile({ authorization: null }, new Blob())).rejects.toBeInstanceOf(NoAnswerError)
    const told = await read(backend, 3)
    expect(told.map(({ via, name, outcome }) => [via, name, outcome.kind])).toEqual([
      ['http', 'GET /posts', 'noAnswer'],
      ['http', 'GET /posts', 'abandoned'],
      ['tab', 'POST /media', 'noAnswer'],
    ])
  })

  test('leaves out what is too long, and pictures that are only shown', async () => {
    const backend = await openBackend(openMemory)
    const mira = await backend.join('mira')
    await backend.http(new Request('http://localhost/media/nothing'))
    await backend.rest('POST', '/posts', { token: mira.token, body: { postData: { content: 'x'.repeat(30_000) } } })
    const [, posted] = await read(backend, 2)
    expect(posted).toMatchObject({ name: 'POST /posts', variables: '30027 characters, too long for the log' })
  })

  test('remembers the last 200, and forgets when told to', async () => {
    const backend = await openBackend(openMemory)
    for (let call = 0; call < 203; call += 1) await backend.rest('GET', `/posts/${call}`)
    expect((await read(backend, 200)).map(({ path }) => path)).toEqual(
      Array.from({ length: 200 }, (_, call) => `/api/posts/${call + 3}`),
    )
    backend.lab.forget()
    const reading = read(backend, 1)
    await backend.rest('GET', '/users')
    expect((await reading).map(({ path }) => path)).toEqual(['/api/users'])
  })
})
