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
import { ApiError } from '../../resolvers/services/errorCatalogue.ts'
import type { Config } from '../config.ts'
import { closeLate, closeUnsent, waitForTurn } from './connections.ts'
import { clientOf, isAllowedHost, isTrusted, senderOf } from './clientAddress.ts'
import { bodyChunks, discardBody } from './requestBody.ts'
import type { Logger } from '../logging.ts'
import type { Metrics } from '../metrics.ts'
import type { CostLimits } from '../limits/costLimits.ts'
import { createRefusalDelay } from '../limits/refusalDelay.ts'
import type { ServerLimits } from '../limits/rateLimits.ts'
import { corsHeaders, preflightHeaders, securityHeaders } from './responseHeaders.ts'

export interface RequestHandlerOptions {
  config: Config
  backend: Backend
  limits: ServerLimits | null
  costs: CostLimits | null
  log: Logger
  metrics: Metrics
  /** Returns whether the process can serve requests: the database answers, and the process is not stopping. */
  isReady: () => Promise<boolean>
  /** Ends all streams when it aborts. */
  closed: AbortSignal
  /** Responds with a page or a file of the app. Resolves to undefined for other paths. */
  appFiles: (request: ServerRequest, url: URL) => Promise<Response | undefined>
}

/** The largest number of characters in a response: 1,000 posts of 5,000 characters fit into it. */
const MAX_RESPONSE_LENGTH = 6_000_000

/** How much of a list REST responds with. Its text is made at once: a longer one holds up other requests. */
const LIST_LIMITS = { rows: 1000, length: 2_000_000 }

/** How long a request with JSON may take to arrive: 1 MB over a slow mobile network. Files have longer (`server.ts`). */
const JSON_MS = 30_000

/** How long a client may take to read a response. */
const SEND_MS = 300_000

const MAX_LOGGED_PATH = 200

/** What the backend says of a request that it handles, for the log, and for the limit of streams. */
interface RequestDetails {
  user?: string
  operation?: string
}

/** Responds to every request of the server: health, the backend, and the app. Never rejects. */
export function createRequestHandler(options: RequestHandlerOptions): (request: ServerRequest) => Promise<Response> {
  const { config, limits, log, metrics, closed } = options
  const clientIn = createClientReader(config, log)
  const respond = createResponder({ ...options, clientIn })
  const delayRefusal = createRefusalDelay()
  const common = securityHeaders(config)
  const origins = config.CORS_ORIGINS ?? []
  let lastId = 0

  return async (request) => {
    if (!(await waitForTurn(request))) return new Response()
    const start = performance.now()
    const details: RequestDetails = {}
    const url = URL.parse(request.url)
    const response = url ? await respond(request, url, details) : json(400, { errors: ['The address is not valid.'] })
    if (limits && response.status === 429) await delayRefusal(clientIn(request))
    const answer = withHeaders(protect(response), { ...common, ...corsHeaders(request.headers.get('origin'), origins) })
    // The next request of the client goes to another process.
    if (closed.aborted) answer.headers.set('connection', 'close')
    const result = await discardBody(request, answer)
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

function createResponder({
  config,
  backend,
  limits,
  costs,
  metrics,
  isReady,
  closed,
  appFiles,
  clientIn,
}: RequestHandlerOptions & { clientIn: (request: ServerRequest) => string }) {
  const handle = createHttpHandler(backend, {
    closed,
    allowedOrigins: config.CORS_ORIGINS,
    maxResponseLength: MAX_RESPONSE_LENGTH,
    listLimits: LIST_LIMITS,
  })
  let openStreams = 0

  const callBackend = async (request: ServerRequest, url: URL, details: RequestDetails): Promise<Response> => {
    const client = clientIn(request)
    await limits?.consumeCall(client)
    if (request.method === 'POST' && !isMediaPath(url.pathname)) closeLate(request, JSON_MS)
    const response = await handle(request, {
      client,
      admission: costs?.of(client),
      body: bodyChunks(request),
      onUser: (id) => (details.user = id),
      onOperation: (name) => (details.operation = name.slice(0, 100)),
    })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      closeUnsent(request, SEND_MS)
      return response
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
      return limits?.openStream(client, userId)
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

/**
 * Returns a function that returns what limits count as the client of a request. It logs once if a proxy seems to be in front that
 * no setting names.
 */
function createClientReader({ TRUSTED_PROXIES = [] }: Config, log: Logger): (request: ServerRequest) => string {
  let isLogged = false
  return ({ ip: peer = '', headers }) => {
    const forwardedFor = headers.get('x-forwarded-for')
    const sender = senderOf(peer, forwardedFor, TRUSTED_PROXIES)
    const isForwarded = forwardedFor !== null || headers.has('forwarded') || headers.has('x-real-ip')
    if (isForwarded && !isLogged && !isTrusted(peer, TRUSTED_PROXIES)) {
      isLogged = true
      const message = `If ${peer} is your proxy, name it in TRUSTED_PROXIES: its users share the limits of one address.`
      log.warn({ event: 'untrusted proxy', address: peer, message })
    }
    return clientOf(sender)
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
