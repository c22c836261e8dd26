import { afterChange, ApiError, withFieldName } from '../services/errorCatalogue.ts'
import { requireViewer } from '../services/serviceContext.ts'
import type { Backend } from '../backend.ts'
import { admitted } from './admission.ts'
import { authOf, type Sender } from './sender.ts'
import { jsonText, MethodNotAllowed } from './responses.ts'
import { parseBody } from '../rest/body.ts'
import { restNames } from '../rest/payloads.ts'
import type { ListLimits } from '../rest/lists.ts'
import { routes, type Route } from '../rest/routes.ts'
import { readText } from './readBody.ts'

const PREFIX = '/api'

export interface RestOptions {
  /**
   * On a server: how much a list may have. A response has the newest rows, and a `Link` header leads to the next ones:
   * with `before` in the query, which is ignored if there is no limit. Lists inside records have their newest entries.
   */
  listLimits?: ListLimits | undefined
}

/**
 * How many characters of a response cost a point. Fewer than in GraphQL, where rows are charged: here the text is all that
 * tells how much was read.
 */
export const CHARACTERS_PER_POINT = 200

/** What the last call of each route cost, in points. How long a list is shows only once it has been read. */
const lastPoints = new WeakMap<Route, number>()

/** Handles one request to `/api` (spec §7). Rejects if it fails: `createHttpHandler` responds with the error. */
export async function handleRest(
  backend: Backend,
  request: Request,
  sender: Sender,
  { listLimits: limits }: RestOptions,
): Promise<Response> {
  let isChanged = false
  try {
    const { pathname, searchParams } = new URL(request.url)
    const { route, param } = requireRoute(request.method, pathname)
    const context = backend.context(authOf(request, sender))
    if (route.authorized) await requireViewer(context)
    const body = parseBody(await readText(request, sender))
    const idempotencyKey = request.headers.get('idempotency-key')
    const before = request.method === 'GET' ? (searchParams.get('before') ?? undefined) : undefined
    const headers: Record<string, string> = {}
    const onNext = (path: string) => {
      headers['link'] = `<${PREFIX}${path}>; rel="next"`
    }
    const call = {
      ...context,
      idempotencyKey,
      param,
      body,
      bounds: { limits, before },
      onNext,
      onChange(viewerId: string) {
        isChanged = true
        context.onChange?.(viewerId)
      },
    }
    const price = { expected: lastPoints.get(route) ?? 1, least: 1, charactersPerPoint: CHARACTERS_PER_POINT }
    const { text, points } = await admitted(sender.admission, context, price, async () => ({
      text: JSON.stringify(await route.handle(call)),
    }))
    lastPoints.set(route, points)
    return jsonText(route.status, text, headers)
  } catch (thrown) {
    throw isChanged ? afterChange(thrown) : withFieldName(thrown, restNames)
  }
}

interface RouteMatch {
  route: Route
  /** The value of the path's parameter; '' if it has none. */
  param: string
}

/** Returns the route of this method and path. Throws `PATH_NOT_FOUND` or `MethodNotAllowed`. */
function requireRoute(method: string, pathname: string): RouteMatch {
  const matches = matchPath(pathname)
  const match = matches.find(({ route }) => route.method === method)
  if (match) return match
  if (matches.length === 0) throw new ApiError('PATH_NOT_FOUND')
  throw new MethodNotAllowed(matches.map(({ route }) => route.method))
}

/** Returns the name of the route of this method and path, such as `POST /posts/like/{postId}`. */
export function routeName(method: string, pathname: string): string | undefined {
  const routeMethod = method === 'HEAD' ? 'GET' : method
  return matchPath(pathname).find(({ route }) => route.method === routeMethod)?.route.name
}

/** Returns the routes of this path, one for each method. A trailing slash is ignored. */
function matchPath(pathname: string): RouteMatch[] {
  const segments = segmentsOf(pathname)
  if (!segments) return []
  return routes.flatMap((route) => {
    const param = matchSegments(route.path, segments)
    return param === null ? [] : [{ route, param }]
  })
}

/** Returns the decoded segments below the prefix, or null if the path is outside of it or cannot be decoded. */
function segmentsOf(pathname: string): string[] | null {
  const path = pathname.replace(/\/$/, '')
  if (!path.startsWith(`${PREFIX}/`)) return null
  try {
    return path
      .slice(PREFIX.length + 1)
      .split('/')
      .map(decodeURIComponent)
  } catch {
    return null
  }
}

/** Returns the parameter of a path that matches ('' if it has none), or null if it does not match. */
function matchSegments(path: string, segments: readonly string[]): string | null {
  const pattern = path.slice(1).split('/')
  if (pattern.length !== segments.length) return null
  let param = ''
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (expected.startsWith('{')) param = segment
    else if (expected !== segment) return null
  }
  return param
}
