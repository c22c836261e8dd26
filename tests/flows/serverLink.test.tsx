import { ApolloLink, gql } from '@apollo/client'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { forgetLoss, isBackendOrUpdatesLost } from '../../src/backend/connection.ts'
import { openServerBackend, serverLink } from '../../src/backend/serverBackend.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Subscribes at a server that gives this response. Resolves to what the subscriber receives, and how it ends. */
async function receive(response: Response, query = gql('subscription { changes { __typename } }')): Promise<unknown[]> {
  vi.stubGlobal('fetch', async () => response)
  const received: unknown[] = []
  await new Promise<void>((resolve) => {
    ApolloLink.execute(serverLink(), { query }, { client: sessionClient() }).subscribe({
      next: (result) => received.push(result),
      error: (error: unknown) => {
        received.push(error)
        resolve()
      },
      complete: resolve,
    })
  })
  return received
}

const lost = expect.objectContaining({ name: 'ConnectionLostError' })

const eventStream = { 'content-type': 'text/event-stream' }
const html = { 'content-type': 'text/html' }

it.each([
  ...[400, 401, 403, 404, 405, 407, 408, 451, 499].map((status): [number, string, Response] => [
    status,
    'a page',
    new Response('<html>', { status, headers: html }),
  ]),
  [401, 'nothing', new Response(null, { status: 401 })],
  [403, 'its own JSON', Response.json({ message: 'Forbidden' }, { status: 403 })],
  [403, 'its own errors', Response.json({ errors: ['Forbidden'] }, { status: 403 })],
  [403, 'text that is no JSON', new Response('{', { status: 403, headers: { 'content-type': 'application/json' } })],
])('status %d of a proxy with %s is a refusal, not a lost connection', async (status, _body, response) => {
  const message = `Something between you and Weft refused this (status ${status}). Your network may block it.`
  const refusal = { message, extensions: { code: 'REFUSED_ON_THE_WAY', status } }
  expect(await receive(response, gql('mutation { likePost { post { id } } }'))).toEqual([{ errors: [refusal] }])
})

it.each([200, 502, 503, 504])('status %d of a proxy with a page is a lost connection', async (status) => {
  const response = new Response('<html>', { status, headers: html })
  expect(await receive(response, gql('mutation { likePost { post { id } } }'))).toEqual([lost])
})

it.each([429, 503])('a stream of changes that is refused with %d fails, so that it is tried again', async (status) => {
  const body = { errors: [{ message: 'Later', extensions: { code: 'UNAVAILABLE', status } }] }
  expect(await receive(Response.json(body, { status }))).toEqual([lost])
})

it('a stream of changes that the server ends fails after its last event, so that it is opened again', async () => {
  const events = 'id: a/1\nevent: next\ndata: {"data":{"changes":null}}\n\nevent: complete\ndata:\n\n'
  const response = new Response(events, { headers: { 'content-type': 'text/event-stream' } })
  expect(await receive(response)).toEqual([{ data: { changes: null } }, lost])
})

it.each([
  ['never answers', () => new Promise<Response>(() => {})],
  ['answers, and sends nothing', async () => new Response(new ReadableStream(), { headers: eventStream })],
])(
  'a stream of changes that %s for half a minute is interrupted, and fails, so that it is opened again',
  async (_name, respond) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    vi.stubGlobal('fetch', respond)
    const errors: unknown[] = []
    const query = gql('subscription { changes { __typename } }')
    ApolloLink.execute(serverLink(), { query }, { client: sessionClient() }).subscribe({
      error: (error) => errors.push(error),
    })
    await vi.advanceTimersByTimeAsync(29_000)
    expect([errors, isBackendOrUpdatesLost()]).toEqual([[], false])
    await vi.advanceTimersByTimeAsync(1000)
    expect([errors, isBackendOrUpdatesLost()]).toEqual([[lost], true])
    forgetLoss('updates')
  },
)

it('a stream of changes that sends comments stays open', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void setInterval(() => controller.enqueue(new TextEncoder().encode(':\n\n')), 12_000),
  })
  vi.stubGlobal('fetch', async () => new Response(body, { headers: eventStream }))
  const errors: unknown[] = []
  const query = gql('subscription { changes { __typename } }')
  const subscription = ApolloLink.execute(serverLink(), { query }, { client: sessionClient() }).subscribe({
    error: (error) => errors.push(error),
  })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(errors).toEqual([])
  subscription.unsubscribe()
})

it('a hidden page ends its stream of changes, which continues where it was opened when the page is shown again', async () => {
  const asked: (string | null)[] = []
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers, signal }: RequestInit) => {
    asked.push(new Headers(headers).get('last-event-id'))
    signals.push(signal)
    const stream = { 'content-type': 'text/event-stream', 'last-event-id': 'log/4' }
    return new Response(new ReadableStream(), { headers: stream })
  })
  const isHidden = vi.spyOn(document, 'hidden', 'get')
  const setHidden = (hidden: boolean) => {
    isHidden.mockReturnValue(hidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const query = gql('subscription { changes { __typename } }')
  const subscription = ApolloLink.execute(serverLink(), { query }, { client: sessionClient() }).subscribe(() => {})
  await new Promise((resolve) => setTimeout(resolve))
  setHidden(true)
  expect(signals[0]?.aborted).toBe(true)
  setHidden(false)
  await expect.poll(() => asked).toEqual([null, 'log/4'])
  subscription.unsubscribe()
})

it.each([
  ['query', true],
  ['mutation', false],
])('unsubscribing from a %s aborts its request: %s', async (operation, isAborted) => {
  const sent: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    sent.push(signal)
    return new Promise(() => {})
  })
  const { link } = await openServerBackend()
  const query = gql(`${operation} { viewer { id } }`)
  const subscription = ApolloLink.execute(link, { query }, { client: sessionClient() }).subscribe(() => {})
  await expect.poll(() => sent).toHaveLength(1)
  subscription.unsubscribe()
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent[0]?.aborted).toBe(isAborted)
})
