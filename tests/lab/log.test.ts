import { describe, expect, test, vi } from 'vitest'
import { createSimulation } from '../../resolvers/browser/index.ts'
import { createLab } from '../../resolvers/lab/lab.ts'
import type { LogEntry } from '../../resolvers/lab/requestLog.ts'
import { openBackend, type BackendSetup, type TestBackend } from '../backend.ts'
import { openMemoryStore } from '../rest/fixture.ts'

/** Opens a backend with the lab and without latency. */
async function openLab(setup: BackendSetup = {}): Promise<TestBackend> {
  return openBackend(openMemoryStore, { withLab: true, wait: async () => {}, ...setup })
}

/** Starts recording. Returns a function that resolves with the entries once there are `count` of them. */
async function record({ lab }: TestBackend): Promise<(count: number) => Promise<LogEntry[]>> {
  const entries: LogEntry[] = []
  await lab.record((entry) => entries.push(entry))
  return async (count) => {
    await expect.poll(() => entries.length).toBeGreaterThanOrEqual(count)
    return entries
  }
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
  test('has the name, path, times and outcome of each call', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    await backend.rest('GET', '/posts')
    await backend.rest('GET', '/users/nobody?a=b')
    const [found, refused] = await entries(2)
    expect(found).toMatchObject({
      via: 'http',
      name: 'GET /posts',
      method: 'GET',
      path: '/api/posts',
      outcome: { kind: 'responded', status: 200, messages: [] },
    })
    expect(refused).toMatchObject({
      name: 'GET /users/{userId}',
      path: '/api/users/nobody',
      outcome: { kind: 'responded', status: 404, messages: ['User not found. Not Found error.'] },
    })
    expect(found?.timestamp).toBe(Date.parse('2026-05-04T09:30:00Z'))
    expect(found?.ms).toEqual(expect.any(Number))
  })

  test('counts the time from when a request was sent, not from when its work starts', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    const summarize = () => ({ via: 'tab', name: 'Feed', method: 'POST', path: '/graphql' }) as const
    vi.useFakeTimers({ toFake: ['performance'] })
    const sentAt = performance.now() - 5000
    await backend.simulation.run(
      { summarize, sentAt },
      async () => {},
      () => ({}),
    )
    const [entry] = await entries(1)
    vi.useRealTimers()
    expect(entry).toMatchObject({ ms: 5000, timestamp: Date.parse('2026-05-04T09:29:55Z') })
  })

  test('has HEAD under the name of its route', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    await backend.http(new Request('http://localhost/api/posts', { method: 'HEAD' }))
    expect(await entries(1)).toMatchObject([
      { name: 'GET /posts', method: 'HEAD', outcome: { kind: 'responded', status: 200, messages: [] } },
    ])
  })

  test('has no subscription, and latency does not apply to it', async () => {
    const waits: number[] = []
    const backend = await openLab({ wait: async (ms) => void waits.push(ms) })
    const entries = await record(backend)
    const response = await backend.http(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query: 'subscription Changes { changes { ... on PostChange { post { id } } } }' }),
      }),
    )
    await response.body?.cancel()
    expect(waits).toEqual([])
    await backend.rest('GET', '/posts')
    expect(await entries(1)).toMatchObject([{ name: 'GET /posts' }])
  })

  test('contains no requests over HTTP from before a lab records', async () => {
    const events = new EventTarget()
    const published: unknown[] = []
    events.addEventListener('labRequest', (event) => published.push(event))
    const backend = await openLab({ events })
    await backend.signUpUser('mira')
    const entries = await record(backend)
    await backend.rest('GET', '/posts')
    expect((await entries(1)).map(({ name }) => name)).toEqual(['GET /posts'])
    expect(published).toHaveLength(1)
  })

  test('has the last requests of a tab from before its lab was opened, without passwords', async () => {
    const events = new EventTarget()
    const { store, gql } = await openLab({ events })
    let settle = () => {}
    const settled = new Promise<void>((resolve) => (settle = resolve))
    const simulation = createSimulation({
      store,
      events,
      clock: Date.now,
      wait: async () => {},
      isRecording: async () => false,
      recentRequests: { redactWhen: () => settled },
    })
    const send = (name: string) =>
      simulation.run(
        {
          summarize: () =>
            ({ via: 'tab', name, method: 'POST', path: '/graphql', variables: { password: 'sesame' } }) as const,
        },
        () => gql('{ __typename }'),
        () => ({}),
      )
    await send('First')
    expect(simulation.recentEntries()).toEqual([])
    settle()
    await expect.poll(() => simulation.recentEntries()).toMatchObject([{ name: 'First', variables: { password: '' } }])
    for (let count = 1; count <= 100; count += 1) await send(`Later ${count}`)
    await expect.poll(() => simulation.recentEntries().at(-1)?.name).toBe('Later 100')
    expect(simulation.recentEntries()).toHaveLength(100)

    const entries: LogEntry[] = []
    const lab = createLab(store, events, { recentEntries: simulation.recentEntries })
    await lab.record((entry) => entries.push(entry))
    expect(entries).toEqual(simulation.recentEntries())
    lab.clearLog()
    expect(simulation.recentEntries()).toEqual([])
  })

  test('neither copies nor reads requests and responses while no lab records', async () => {
    const backend = await openLab()
    const requests = vi.spyOn(Request.prototype, 'clone')
    const responses = vi.spyOn(Response.prototype, 'clone')
    const send = async () => {
      await post(backend, { query: '{ posts { totalCount } }' })
      await backend.rest('GET', '/posts')
      return [requests.mock.calls.length, responses.mock.calls.length]
    }
    expect(await send()).toEqual([0, 0])
    await backend.lab.change({ ...backend.lab.defaults, latency: { ...backend.lab.defaults.latency, ms: 0 } })
    expect(await send()).toEqual([0, 0])
    await record(backend)
    expect(await send()).toEqual([2, 2])
  })

  test('does not read responses while no lab records', async () => {
    const backend = await openLab()
    const { simulation } = backend
    const request = { summarize: () => ({ via: 'tab', name: '', method: 'POST', path: '/graphql' }) as const }
    const summarizeResponse = vi.fn(() => ({}))
    await simulation.run(request, async () => {}, summarizeResponse)
    expect(summarizeResponse).not.toHaveBeenCalled()
    const entries = await record(backend)
    await simulation.run(request, async () => {}, summarizeResponse)
    await entries(1)
    expect(summarizeResponse).toHaveBeenCalledOnce()
  })

  test('has the requests of a tab or worker only while the lab of any tab records', async () => {
    const events = new EventTarget()
    const names: string[] = []
    events.addEventListener('labRequest', (event) => {
      if (event instanceof CustomEvent) names.push(event.detail.name)
    })
    let isRecording = true
    const backend = await openLab({ events, isRecording: async () => isRecording })
    await backend.rest('GET', '/posts')
    await expect.poll(() => names).toEqual(['GET /posts'])
    isRecording = false
    await backend.rest('GET', '/users/nobody')
    isRecording = true
    await backend.rest('GET', '/users')
    await expect.poll(() => names).toEqual(['GET /posts', 'GET /users'])
  })

  test('treats an empty list of errors as success', async () => {
    const backend = await openLab()
    const [mira, noor] = [await backend.signUpUser('mira'), await backend.signUpUser('noor')]
    const entries = await record(backend)
    await backend.rest('POST', `/users/follow/${noor.id}`, { token: mira.token })
    expect((await entries(1))[0]).toMatchObject({
      name: 'POST /users/follow/{id}',
      outcome: { kind: 'responded', status: 200, messages: [] },
    })
  })

  test('includes unknown paths, unknown methods and invalid bodies', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    await backend.rest('GET', '/nowhere')
    await backend.rest('DELETE', '/users')
    await backend.rest('POST', '/auth/login', { text: '{' })
    const logged = await entries(3)
    expect(
      logged.map(({ name, variables, outcome }) => [name, variables, 'status' in outcome && outcome.status]),
    ).toEqual([
      ['GET /api/nowhere', null, 404],
      ['DELETE /api/users', null, 405],
      ['POST /auth/login', null, 400],
    ])
  })

  test('contains requests without their passwords and tokens', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    const mira = await backend.signUpUser('mira')
    const query = 'mutation SignIn($input: LogInInput!) { logIn(input: $input) { token } }'
    await post(backend, { query, variables: { input: { username: 'mira', password: 'sesame mira' } } })
    await post(
      backend,
      { query: 'mutation { logIn(input: { username: "mira", password: "sesame mira" }) { token } }' },
      mira.token,
    )
    const [joined, signedIn, inline] = await entries(3)
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

  test('removes passwords from variables of any name and from invalid documents', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    const logIn = (name: string, more = '', variables = {}) =>
      post(backend, {
        query: `mutation SignIn${more} { logIn(input: { username: "mira", password: ${name} }) { token } }`,
        variables,
      })
    await logIn('$word', '($word: String!)', { word: 'sesame mira' })
    await logIn('$word', '($word: String! = "sesame mira")')
    await logIn('# well\n , "sesame mira"')
    await logIn("'sesame mira'")
    const logged = await entries(4)
    expect(logged[0]).toMatchObject({ name: 'SignIn', variables: { word: '' } })
    expect(JSON.stringify(logged)).not.toContain('sesame')
  })

  test('has no document for a request without one', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    await post(backend, {})
    const [logged] = await entries(1)
    expect(logged).toMatchObject({ name: 'POST /graphql', outcome: { status: 400 } })
    expect(logged).not.toHaveProperty('query')
  })

  test('has the status of the first error of a GraphQL response', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    await post(backend, { query: '{ feed { edges { cursor } } }' })
    await post(backend, { query: '{ nothing }' })
    await post(backend, { query: '{' })
    const logged = await entries(3)
    expect(logged.map(({ name, outcome }) => [name, 'status' in outcome && outcome.status])).toEqual([
      ['{ feed }', 401],
      ['{ nothing }', 400],
      ['POST /graphql', 400],
    ])
  })

  test('distinguishes a lost connection from an aborted request', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    const { defaults, change } = backend.lab
    await change({ ...defaults, fault: { ...defaults.fault, kind: 'dropped' } })
    await backend.http(new Request('http://localhost/api/posts'))
    await backend.http(new Request('http://localhost/api/posts', { signal: AbortSignal.abort() }))
    await backend.http(new Request('http://localhost/media', { method: 'POST', body: 'picture' }))
    const logged = await entries(3)
    expect(logged.map(({ via, name, outcome }) => [via, name, outcome.kind])).toEqual([
      ['http', 'GET /posts', 'noResponse'],
      ['http', 'GET /posts', 'aborted'],
      ['http', 'POST /media', 'noResponse'],
    ])
  })

  test('omits long bodies and reads of files', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    const mira = await backend.signUpUser('mira')
    await backend.http(new Request('http://localhost/media/nothing'))
    await backend.rest('POST', '/posts', { token: mira.token, body: { postData: { content: 'x'.repeat(30_000) } } })
    const [, posted] = await entries(2)
    expect(posted).toMatchObject({ name: 'POST /posts', variables: '30027 characters, too long for the log' })
  })

  test('has a request without its variables if they are nested too deeply', async () => {
    const backend = await openLab()
    const entries = await record(backend)
    await backend.rest('POST', '/posts', { text: `${'['.repeat(100_000)}${']'.repeat(100_000)}` })
    expect(await entries(1)).toMatchObject([{ name: 'POST /posts', variables: 'Nested too deeply for the log' }])
  })

  test('has no request that ends after it was cleared', async () => {
    const store = await openMemoryStore()
    const events = new EventTarget()
    const waiting: (() => void)[] = []
    const wait = () => new Promise<void>((resolve) => waiting.push(resolve))
    const backend = await openLab({ store, events, wait })
    const entries: LogEntry[] = []
    await backend.lab.record((entry) => entries.push(entry))
    const former = backend.rest('GET', '/posts')
    await expect.poll(() => waiting.length).toBe(1)
    backend.lab.clearLog()
    waiting[0]?.()
    await former
    const later = backend.rest('GET', '/users')
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.()
    await later
    await expect.poll(() => entries.length).toBeGreaterThan(0)
    expect(entries.map(({ name }) => name)).toEqual(['GET /users'])
  })

  test('is cleared in every tab at once', async () => {
    const backend = await openLab()
    const cleared = vi.fn()
    const stop = backend.lab.onClearLog(cleared)
    backend.lab.clearLog()
    stop()
    backend.lab.clearLog()
    expect(cleared).toHaveBeenCalledOnce()
  })
})
