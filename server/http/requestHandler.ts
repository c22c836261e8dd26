import type { ServerRequest } from 'srvx'
import {
  createHttpHandler,
  errorResponseTo,
  isBackendPath,
  isMediaPath,
  json,
  protect,
  routeName,
  type Backend,
} from '../../resolvers/index.ts'
import { CharacterBudget } from '../../resolvers/http/responseBudget.ts'
import { chunksOf, streamOf } from '../../resolvers/lib/bytes.ts'
import { ApiError } from '../../resolvers/services/errorCatalogue.ts'
import type { Config } from '../config.ts'
import { closeLate, closeUnsent, connectionOf, onceSent, waitForTurn } from './connections.ts'
import { clientOf, isAllowedHost } from './clientAddress.ts'
import { createHeldMemory, type Held } from './heldMemory.ts'
import type { Logger } from '../logging.ts'
import type { Metrics } from '../metrics.ts'
import type { ServerLimits } from '../limits/rateLimits.ts'
import { corsHeaders, preflightHeaders, securityHeaders } from './responseHeaders.ts'

export interface RequestHandlerOptions {
  config: Config
  backend: Backend
  limits: ServerLimits | null
  log: Logger
  metrics: Metrics
  /** Returns whether the process can serve requests: the database answers, and the process is not stopping. */
  isReady: () => Promise<boolean>
  /** Ends all streams when it aborts. */
  closed: AbortSignal
  /** Responds with a page or a file of the app. Resolves to undefined for other paths. */
  appFiles: (request: ServerRequest, url: URL) => Promise<Response | undefined>
}

/** The largest number of characters in a response. A page of the app, 20 posts of 100,000 characters, has a third. */
const MAX_RESPONSE_LENGTH = 6_000_000

/** The largest number of rows in a list of REST. */
const MAX_LIST_ROWS = 1000

/** How long a request with JSON may take to arrive: 1 MB over a slow mobile network. Files have longer (`server.ts`). */
const JSON_MS = 30_000

/**
 * A request that holds more than this, with its body, gets its response as bytes. For a text, Node allocates three bytes a
 * character, and keeps them and the text until the client has read them.
 */
const MAX_HELD_WITH_TEXT = 64_000

/** How long a client may take to read a response that holds memory, or a file of the app. */
const SEND_MS = 300_000

const MAX_LOGGED_PATH = 200

/** What the backend says of a request that it handles, for the log, and for the limit of streams. */
interface RequestDetails {
  user?: string
  operation?: string
}

/** Responds to every request of the server: health, the backend, and the app. Never rejects. */
export function createRequestHandler(options: RequestHandlerOptions): (request: ServerRequest) => Promise<Response> {
  const { config, log, metrics, closed } = options
  const respond = createResponder(options)
  const common = securityHeaders(config)
  const origins = config.CORS_ORIGINS ?? []
  let lastId = 0

  return async (request) => {
    if (!(await waitForTurn(request))) return new Response()
    const start = performance.now()
    const details: RequestDetails = {}
    const url = URL.parse(request.url)
    const response = url ? await respond(request, url, details) : json(400, { errors: ['The address is not valid.'] })
    const result = withHeaders(protect(response), { ...common, ...corsHeaders(request.headers.get('origin'), origins) })
    // The next request of the client goes to another process.
    if (closed.aborted) result.headers.set('connection', 'close')
    const seconds = (performance.now() - start) / 1000
    const path = url?.pathname ?? ''
    metrics.addResponse(routeOf(request.method, path), result.status, seconds)
    lastId += 1
    const ms = Math.round(seconds * 1000)
    const loggedPath = path.slice(0, MAX_LOGGED_PATH)
    // A proxy asks for the health several times a second.
    const level = isHealthPath(path) ? 'debug' : 'info'
    log[level]({
      event: 'request',
      id: lastId,
      method: request.method,
      path: loggedPath,
      status: result.status,
      ms,
      ...details,
    })
    return result
  }
}

function createResponder({ config, backend, limits, metrics, isReady, closed, appFiles }: RequestHandlerOptions) {
  const handle = createHttpHandler(backend, {
    closed,
    allowedOrigins: config.CORS_ORIGINS,
    responseBudget: (budgeted) => new CharacterBudget(MAX_RESPONSE_LENGTH, budgeted),
    listLimits: { rows: MAX_LIST_ROWS, length: MAX_RESPONSE_LENGTH },
  })
  const hold = createHeldMemory()
  let openStreams = 0

  const callBackend = async (request: ServerRequest, url: URL, details: RequestDetails): Promise<Response> => {
    const client = clientOf(request.ip ?? '')
    await limits?.consumeCall(client)
    const held = hold(client, connectionOf(request))
    onceSent(request, held.release)
    if (request.method === 'POST' && !isMediaPath(url.pathname)) closeLate(request, JSON_MS)
    const response = await handle(request, {
      client,
      meter: held,
      onUser: (id) => (details.user = id),
      onOperation: (name) => (details.operation = name.slice(0, 100)),
    })
    if (request.method === 'GET' && isMediaPath(url.pathname) && response.ok && response.body) {
      closeUnsent(request, SEND_MS)
      return new Response(streamOf(heldChunks(response.body, held)), response)
    }
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      if (held.length > 0) closeUnsent(request, SEND_MS)
      return held.length > MAX_HELD_WITH_TEXT ? asBytes(response, held) : response
    }
    const { body } = response
    if (!body) return response
    const release = await counted(body, client, details.user)
    metrics.setOpenStreams((openStreams += 1))
    const end = () => {
      metrics.setOpenStreams((openStreams -= 1))
      release?.()
    }
    return new Response(notifyEnd(body, end), response)
  }

  /** Counts a stream, and ends it if the client has too many. Returns a function that ends the count. */
  const counted = async (body: ReadableStream, client: string, userId: string | undefined) => {
    try {
      return await limits?.openStream(client, userId)
    } catch (error) {
      await body.cancel()
      throw error
    }
  }

  return async (request: ServerRequest, url: URL, details: RequestDetails): Promise<Response> => {
    try {
      // No `Request` can be made with this method.
      if (request.method === 'TRACE') return text(405, 'This server does not take this method.')
      // Before the host is checked: load balancers call them by address.
      if (url.pathname === '/livez') return text(200, 'ok')
      if (url.pathname === '/readyz') return (await isReady()) ? text(200, 'ok') : text(503, 'not ready')
      if (!isAllowedHost(request.headers.get('host'), config.PUBLIC_URL))
        return text(421, 'This server has another address. Set PUBLIC_URL.')
      if (request.method === 'OPTIONS' && config.CORS_ORIGINS)
        return new Response(null, { status: 204, headers: preflightHeaders })
      if (isBackendPath(url.pathname)) return await callBackend(request, url, details)
      const file = await appFiles(request, url)
      if (!file) throw new ApiError('PATH_NOT_FOUND')
      closeUnsent(request, SEND_MS)
      return file
    } catch (error) {
      return errorResponseTo(request, error, backend.report)
    }
  }
}

/** Returns the response as bytes, and counts these in place of what the request held before. */
async function asBytes(response: Response, held: Held): Promise<Response> {
  const bytes = await response.arrayBuffer()
  held.add(bytes.byteLength - held.length)
  return new Response(bytes, response)
}

/** Yields the chunks of a file, and counts the one that the client has not read yet. */
async function* heldChunks(file: ReadableStream<Uint8Array>, held: Held): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunksOf(file)) {
    held.add(chunk.length - held.length)
    yield chunk
  }
}

function isHealthPath(pathname: string): boolean {
  return pathname === '/livez' || pathname === '/readyz'
}

/** Names the route of a request for metrics: a call of spec §7, or the kind of path. */
function routeOf(method: string, pathname: string): string {
  return routeName(method, pathname) ?? /^\/(api|graphql|media|livez|readyz)(?=\/|$)/.exec(pathname)?.[1] ?? 'other'
}

function text(status: number, body: string): Response {
  return new Response(`${body}\n`, { status, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } })
}

/** Adds headers that the response does not have, and what it varies by. */
function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'vary') response.headers.append(name, value)
    else if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

/** Returns the same stream, which calls `onEnd` once when it has ended or was cancelled. It is read only when asked. */
function notifyEnd(stream: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let hasEnded = false
  // It can end while it is being cancelled.
  const end = () => {
    if (!hasEnded) onEnd()
    hasEnded = true
  }
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          end()
          throw error
        })
        if (!done) {
          controller.enqueue(value)
          return
        }
        end()
        controller.close()
      },
      async cancel(reason) {
        end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
