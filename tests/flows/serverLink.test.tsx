import { ApolloLink, gql } from '@apollo/client'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { openServerBackend, serverLink } from '../../src/backend/serverBackend.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Subscribes at a server that gives this response. Resolves to what the subscriber receives, and how it ends. */
async function receive(response: Response): Promise<unknown[]> {
  vi.stubGlobal('fetch', async () => response)
  const query = gql('subscription { changes { __typename } }')
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

it.each([429, 503])('a stream of changes that is refused with %d fails, so that it is tried again', async (status) => {
  const body = { errors: [{ message: 'Later', extensions: { code: 'UNAVAILABLE', status } }] }
  expect(await receive(Response.json(body, { status }))).toEqual([lost])
})

it('a stream of changes that the server ends fails after its last event, so that it is opened again', async () => {
  const events = 'id: a/1\nevent: next\ndata: {"data":{"changes":null}}\n\nevent: complete\ndata:\n\n'
  const response = new Response(events, { headers: { 'content-type': 'text/event-stream' } })
  expect(await receive(response)).toEqual([{ data: { changes: null } }, lost])
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
