import type { ExecutionResult } from 'graphql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendOverHttp } from '../../src/devtools/graphiql/sendOverHttp.ts'

const query = 'subscription { changes { ... on PostChange { post { id } } } }'
const result = { data: { changes: { post: { id: '1' } } } }
const eventStream = { 'content-type': 'text/event-stream' }
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})
afterEach(() => void vi.unstubAllGlobals())

/** Subscribes, and lets a minute pass. The responses are used in turn, the last one for every later request. */
async function subscribe(...responses: (() => Response)[]) {
  const fetch = vi.fn(async () => {
    const respond = responses.length > 1 ? responses.shift() : responses[0]
    if (!respond) throw new TypeError('Failed to fetch')
    return respond()
  })
  vi.stubGlobal('fetch', fetch)
  const results: ExecutionResult[] = []
  const errors: unknown[] = []
  sendOverHttp({ query }).subscribe({ next: (next) => results.push(next), error: (error) => errors.push(error) })
  await vi.advanceTimersByTimeAsync(minute)
  return { requests: fetch.mock.calls.length, results, errors }
}

const ended = () => new Response('', { headers: eventStream })
const complete = () =>
  new Response(`event: next\ndata: ${JSON.stringify(result)}\n\nevent: complete\ndata:\n\n`, { headers: eventStream })

it.each([
  ['a page of HTML', () => new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html' } })],
  ['an event that is not JSON', () => new Response('event: next\ndata: {\n\n', { headers: eventStream })],
])('sends a subscription once if the response is %s', async (_what, respond) => {
  expect(await subscribe(respond)).toEqual({ requests: 1, results: [], errors: [expect.any(SyntaxError)] })
})

it('sends a subscription again after its connection was lost', async () => {
  expect(await subscribe(ended, complete)).toEqual({ requests: 2, results: [result], errors: [] })
})

it('reports a connection that is lost for good after five attempts to connect again', async () => {
  expect(await subscribe()).toEqual({ requests: 6, results: [], errors: [expect.any(TypeError)] })
})
