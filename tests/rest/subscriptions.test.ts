import { once } from 'node:events'
import { get as sendGet } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ApolloClient, ApolloLink, InMemoryCache, Observable, gql } from '@apollo/client'
import { Client as UrqlClient, fetchExchange } from '@urql/core'
import { print } from 'graphql'
import { createClient } from 'graphql-sse'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { broadcastTarget } from '../../resolvers/browser/index.ts'
import { MAX_LOGGED_EVENTS } from '../../resolvers/events/events.ts'
import { createHttpHandler } from '../../resolvers/http/handler.ts'
import { openBackend, type TestBackend, type TestClient, type TestUser } from '../backend.ts'
import { anyAdapterInProcess, anyHost } from '../hosts.ts'
import { serveHttp } from '../serveHttp.ts'
import { openWithMira } from './fixture.ts'

const query = 'subscription Likes { changes { ... on PostChange { post { id likeCount } } } }'

type Received = (result: unknown) => void

/** Subscribes to `query` with a client. Returns a function that unsubscribes. */
const clients: [string, (url: string, received: Received) => () => void][] = [
  [
    'urql',
    (url, received) => {
      const client = new UrqlClient({
        url,
        exchanges: [fetchExchange],
        fetchSubscriptions: true,
        preferGetMethod: false,
      })
      const { unsubscribe } = client.subscription(query, {}).subscribe(({ data, error }) => received(error ?? data))
      return unsubscribe
    },
  ],
  [
    'urql by GET',
    (url, received) => {
      const client = new UrqlClient({
        url,
        exchanges: [fetchExchange],
        fetchSubscriptions: true,
        preferGetMethod: 'force',
      })
      const { unsubscribe } = client.subscription(query, {}).subscribe(({ data, error }) => received(error ?? data))
      return unsubscribe
    },
  ],
  [
    'graphql-sse',
    (url, received) =>
      createClient({ url, retryAttempts: 0 }).subscribe(
        { query },
        { next: ({ data, errors }) => received(errors ?? data), error: received, complete: () => {} },
      ),
  ],
  [
    'Apollo Client over graphql-sse',
    (url, received) => {
      const events = createClient({ url, retryAttempts: 0 })
      const link = new ApolloLink(
        (operation) =>
          new Observable((observer) =>
            events.subscribe(
              { query: print(operation.query), variables: operation.variables },
              {
                next: (result) => observer.next(JSON.parse(JSON.stringify(result))),
                error: (error) => observer.error(error),
                complete: () => observer.complete(),
              },
            ),
          ),
      )
      const client = new ApolloClient({ link, cache: new InMemoryCache() })
      const subscription = client
        .subscribe({ query: gql(query) })
        .subscribe(({ data, error }) => received(error ?? data))
      return () => subscription.unsubscribe()
    },
  ],
]

const url = 'http://localhost/graphql'
const eventStream = { accept: 'text/event-stream', 'content-type': 'application/json' }

type PostInit = RequestInit & { http: TestClient['http'] }

function post(body: unknown, { http, ...init }: PostInit): Promise<Response> {
  return http(new Request(url, { method: 'POST', headers: eventStream, body: JSON.stringify(body), ...init }))
}

interface EventReader {
  /** Returns the next event without its id, or the next comment; undefined at the end. */
  next(): Promise<string | undefined>
  /** The id of the last event. */
  id(): string
  cancel(): Promise<void>
}

function readerOf(response: Response): EventReader {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let id = ''
  return {
    async next() {
      while (!text.includes('\n\n')) {
        const value = (await reader?.read())?.value
        if (value === undefined) return undefined
        text += value
      }
      const event = text.slice(0, text.indexOf('\n\n') + 2)
      text = text.slice(event.length)
      return event.replace(/^id: (\S+)\n/m, (_line, found: string) => {
        id = found
        return ''
      })
    },
    id: () => id,
    cancel: async () => reader?.cancel(),
  }
}

const start = 'retry: 2000\n\n'
const heartbeat = ':\n\n'
const liked = (postId: string) =>
  `event: next\ndata: {"data":{"changes":{"post":{"id":"${postId}","likeCount":1}}}}\n\n`

describe.each(anyHost)('subscriptions over HTTP ($name)', ({ open }) => {
  let backend: TestClient
  let http: TestClient['http']
  let mira: TestUser
  let postId: string
  beforeEach(async () => {
    ;({ backend, mira } = await openWithMira(open))
    http = backend.http
    postId = await backend.post(mira)
  })

  const like = () => backend.rest('POST', `/posts/like/${postId}`, { token: mira.token })

  test.each(clients)('%s receives a like over a network, until it unsubscribes', async (_name, subscribe) => {
    const received: unknown[] = []
    const unsubscribe = subscribe(`${await backend.origin()}/graphql`, (result) => received.push(result))
    await expect.poll(() => backend.openStreams()).toBe(1)
    await like()
    await expect.poll(() => received).toMatchObject([{ changes: { post: { id: postId, likeCount: 1 } } }])
    unsubscribe()
    await expect.poll(() => backend.openStreams()).toBe(0)
  })

  test('sends server-sent events that are not cached, for POST and GET', async () => {
    const get = backend.http(new Request(`${url}?query=${encodeURIComponent(query)}`, { headers: eventStream }))
    for (const response of await Promise.all([post({ query }, { http }), get])) {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(response.headers.get('x-accel-buffering')).toBe('no')
      expect(response.headers.get('cache-control')).toBe('no-store')
      await response.body?.cancel()
    }
  })

  test('sends the errors of an invalid document, and of a refused subscription, as an event', async () => {
    for (const [document, error] of [
      [
        'subscription { changes { ... on PostChange { post { nothing } } } }',
        { message: expect.stringContaining('Cannot query field "nothing"') },
      ],
      [
        'subscription { changes { ... on BookmarkChange { post { id } } } }',
        { extensions: { code: 'TOKEN_INVALID', status: 401 } },
      ],
    ] as const) {
      const text = await (await post({ query: document }, { http })).text()
      expect(text).toMatch(/event: complete\ndata:\n\n$/)
      const [, data = ''] = /^data: (.*)$/m.exec(text) ?? []
      expect(JSON.parse(data)).toMatchObject({ errors: [error] })
    }
  })

  test('sends the changes of the user of the token only', async () => {
    const own = 'subscription { changes { ... on BookmarkChange { post { id } } } }'
    const { next, cancel } = readerOf(
      await post({ query: own }, { http, headers: { ...eventStream, authorization: mira.token } }),
    )
    expect(await next()).toBe(start)
    await backend.rest('POST', `/users/bookmark/${postId}`, { token: (await backend.signUpUser('noor')).token })
    await backend.rest('POST', `/users/bookmark/${postId}`, { token: mira.token })
    expect(await next()).toBe(`event: next\ndata: {"data":{"changes":{"post":{"id":"${postId}"}}}}\n\n`)
    await cancel()
  })

  test('sends an id with each event, and a client that connects again with it gets the changes since then', async () => {
    const first = readerOf(await post({ query }, { http }))
    expect(await first.next()).toBe(start)
    await like()
    expect(await first.next()).toBe(liked(postId))
    await first.cancel()
    await backend.rest('POST', `/posts/dislike/${postId}`, { token: mira.token })
    const headers = { ...eventStream, 'last-event-id': first.id() }
    const again = readerOf(await post({ query }, { http, headers }))
    expect(await again.next()).toBe(start)
    expect(await again.next()).toBe(liked(postId).replace('"likeCount":1', '"likeCount":0'))
    await again.cancel()
  })

  const json = 'application/graphql-response+json'
  test.each([
    ['a query', 'text/event-stream', '{ viewer { id } }', 406, 'Queries and mutations return JSON'],
    [
      'a mutation',
      'text/event-stream',
      'mutation { logIn(input: { username: "", password: "" }) { token } }',
      406,
      'JSON',
    ],
    ['a syntax error', 'text/event-stream', 'subscription {', 400, 'Syntax Error: Expected Name, found <EOF>.'],
    ['a subscription', json, query, 406, 'accept text/event-stream'],
    ['a subscription', '*/*', query, 406, 'accept text/event-stream'],
  ])('refuses %s with accept: %s', async (_what, accept, document, status, message) => {
    const response = await post({ query: document }, { http, headers: { ...eventStream, accept } })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      errors: [expect.objectContaining({ message: expect.stringContaining(message) })],
    })
  })

  test('answers a query and a subscription of a client that accepts JSON and events', async () => {
    const headers = { ...eventStream, accept: `${json}, application/json, text/event-stream;q=0.5` }
    expect(await (await post({ query: '{ viewer { id } }' }, { http, headers })).json()).toEqual({
      data: { viewer: null },
    })
    const response = await post({ query }, { http, headers })
    expect(response.headers.get('content-type')).toMatch('text/event-stream')
    await response.body?.cancel()
  })
})

describe.each(anyAdapterInProcess)('subscriptions over HTTP in this process ($name store)', ({ open }) => {
  let backend: TestBackend
  let http: TestClient['http']
  let events: EventTarget
  let mira: TestUser
  let postId: string
  beforeEach(async () => {
    events = new EventTarget()
    ;({ backend, mira } = await openWithMira(() => openBackend(open, { events })))
    http = backend.http
    postId = await backend.post(mira)
  })

  const like = (by: TestClient = backend) => by.rest('POST', `/posts/like/${postId}`, { token: mira.token })

  test('sends a like made in another tab', async () => {
    const channels = [broadcastTarget('tabs of a test'), broadcastTarget('tabs of a test')] as const
    const tab = (channel: EventTarget) => openBackend(open, { store: backend.store, events: channel })
    const [listening, other] = [await tab(channels[0]), await tab(channels[1])]
    const { next, cancel } = readerOf(await post({ query }, { http: listening.http }))
    expect(await next()).toBe(start)
    await like(other)
    expect(await next()).toBe(liked(postId))
    await cancel()
    for (const channel of channels) channel.close()
  })

  test('sends a comment every 12 seconds while nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { next, cancel } = readerOf(await post({ query }, { http }))
    expect(await next()).toBe(start)
    for (const _minute of [1, 2]) {
      vi.advanceTimersByTime(12_000)
      expect(await next()).toBe(heartbeat)
    }
    await cancel()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('sends no further comment to a client that has one and a result to read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { next, cancel } = readerOf(await post({ query }, { http }))
    expect(await next()).toBe(start)
    vi.advanceTimersByTime(12_000)
    await like()
    // The result waits behind the comment.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(10 * 12_000)
    expect(await next()).toBe(heartbeat)
    expect(await next()).toBe(liked(postId))
    await backend.rest('POST', `/posts/dislike/${postId}`, { token: mira.token })
    expect(await next()).toBe(liked(postId).replace('"likeCount":1', '"likeCount":0'))
    await cancel()
    vi.useRealTimers()
  })

  test.each([
    ['before the response has started', async () => {}],
    ['after the response has started', async (started: Promise<unknown>) => void (await started)],
  ])('ends when the client aborts the request %s', async (_when, wait) => {
    const leaving = new AbortController()
    const started = post({ query }, { http, signal: leaving.signal })
    await wait(started)
    leaving.abort()
    await (await started).body?.cancel()
  })

  test('ends when the client aborts a request that nothing else refers to', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const leaving = new AbortController()
    const response = await post({ query }, { http, signal: leaving.signal })
    // Node holds requests weakly, until the end of a turn at least.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    leaving.abort()
    await expect.poll(() => backend.openStreams()).toBe(0)
    await response.body?.cancel()
  })

  test('ends when the backend is closed, without completing, so that the client connects again', async () => {
    const closing = new AbortController()
    const closable = createHttpHandler(backend.backend, { closed: closing.signal })
    const { next, id } = readerOf(await post({ query }, { http: closable }))
    expect(await next()).toBe(start)
    await like()
    expect(await next()).toBe(liked(postId))
    const likedId = id()
    // Its event has no result.
    await backend.signUpUser('noor')
    closing.abort()
    expect(await next()).toBe(': The server stops.\n\n')
    expect(id()).toBe(backend.backend.lastEventId())
    expect(id()).not.toBe(likedId)
    expect(await next()).toBeUndefined()
  })

  test('tells with the response to a query the id of the last event before it', async () => {
    await like()
    const response = await post(
      { query: '{ viewer { id } }' },
      { http, headers: { ...eventStream, accept: 'application/graphql-response+json' } },
    )
    expect(response.headers.get('last-event-id')).toBe(backend.backend.lastEventId())
  })

  test('bounds the queue of a client that stops reading, and then sends EVENTS_MISSED', async () => {
    const origin = await serveHttp(backend.http)
    await backend.rest('POST', `/posts/edit/${postId}`, {
      token: mira.token,
      body: { postData: { content: 'Warp '.repeat(1000) } },
    })
    const aliases = Array.from({ length: 15 }, (_, at) => `a${at}: content`).join(' ')
    const contents = `subscription { changes { ... on PostChange { post { ${aliases} } } } }`
    const address = `${origin}/graphql?query=${encodeURIComponent(contents)}`
    const client = sendGet(address, { headers: { accept: 'text/event-stream' } })
    const [response] = await once(client, 'response')
    if (!(response instanceof Readable)) throw new Error('No response')
    // Nothing is read from here on: the buffers of the sockets fill up.
    response.pause()
    // Each is an event of its own: equal ones would be merged.
    const published = 2 * MAX_LOGGED_EVENTS
    for (let count = 0; count < published; count += 1) {
      await backend.publish('postChanged', { postId, authorId: `author ${count}` })
      await new Promise((resolve) => setImmediate(resolve))
    }
    let results = 0
    let isTold = false
    for await (const line of createInterface({ input: response })) {
      if (!line.startsWith('data: ')) continue
      results += 1
      isTold = line.includes('EVENTS_MISSED')
      // A queue without a bound delivers every event, and nothing after them.
      if (isTold || results === published) break
    }
    response.destroy()
    expect({ isTold, results }).toEqual({ isTold: true, results: expect.toSatisfy((count) => count < published / 2) })
  })
})
