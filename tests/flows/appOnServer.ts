import { onTestFinished, vi } from 'vitest'
import { openServerBackend } from '../../src/backend/serverBackend.ts'
import type { BackendSetup, TestBackend } from '../backend.ts'
import { connectNewBackend, openOtherTab } from './app.tsx'

/** Returns the response to a request in place of the server, or undefined. Rejects if there is no connection. */
type Answer = (request: SentRequest) => Promise<Response | undefined>

export interface SentRequest {
  path: string
  /** The name of the operation of a request to /graphql. */
  operationName: string | undefined
  request: Request
}

export interface TestServer extends TestBackend {
  /** What the page has sent, without its stream of changes. */
  sent: SentRequest[]
  /** Answers later requests, before the server does. */
  answer: (answer: Answer) => void
}

/** The path of the stream of changes in `SentRequest`. */
export const STREAM = 'stream'

/**
 * Starts a server without samples, and connects the app to it, as for a page that a server has sent. The server's stream
 * of changes is open, but has no events.
 */
export async function startServer(setup: BackendSetup = {}): Promise<TestServer> {
  const server = await openOtherTab({ ...setup, samples: false })
  const sent: SentRequest[] = []
  let answer: Answer = async () => undefined
  document.documentElement.dataset['host'] = 'server'
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const request = new Request(new URL(path, location.origin), {
      method,
      ...(headers && { headers }),
      // jsdom's blobs are unknown to Node.
      ...(body && { body: body instanceof Blob ? await body.arrayBuffer() : body }),
    })
    const isStream = request.headers.get('accept') === 'text/event-stream'
    const operationName = path === '/graphql' ? nameIn(await request.clone().json()) : undefined
    const each = { path: isStream ? STREAM : path, operationName, request }
    if (!isStream) sent.push(each)
    return (await answer(each)) ?? (isStream ? openStream() : server.http(request))
  })
  onTestFinished(() => {
    delete document.documentElement.dataset['host']
    vi.unstubAllGlobals()
  })
  connectNewBackend(undefined, openServerBackend)
  return { ...server, sent, answer: (next) => void (answer = next) }
}

function nameIn({ operationName }: { operationName?: string }): string | undefined {
  return operationName
}

function openStream(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('retry: 2000\n\n')),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Returns the page that a proxy sends in place of the server's response. */
export function proxyPage(status: number, headers: Record<string, string> = {}): Response {
  return new Response(`<html><h1>${status}</h1></html>`, {
    status,
    headers: { 'content-type': 'text/html', ...headers },
  })
}
