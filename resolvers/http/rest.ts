import { ApiError } from '../services/errors.ts'
import { requireViewer } from '../services/serviceContext.ts'
import type { Backend } from '../backend.ts'
import { errorResponse, json, MethodNotAllowed } from './responses.ts'
import { parseBody } from '../rest/body.ts'
import { routes, type Route } from '../rest/routes.ts'
import { readBody } from './readBody.ts'

const prefix = '/api'

/** Answers one request to `/api` as spec §7 and §8 say, always with JSON. */
export async function answerRest(backend: Backend, request: Request): Promise<Response> {
  try {
    const { route, param } = requireRoute(request.method, new URL(request.url).pathname)
    const call = backend.context({ authorization: request.headers.get('authorization') })
    if (route.authorized) await requireViewer(call)
    const body = parseBody(await (await readBody(request, 'json')).text())
    return json(route.status, await route.answer({ ...call, param, body }))
  } catch (thrown) {
    return errorResponse(thrown, backend.report)
  }
}

interface RouteMatch {
  route: Route
  /** The value of the path's parameter; '' where it has none. */
  param: string
}

/** The row of §7 for this method and path. Throws `PATH_NOT_FOUND` or `MethodNotAllowed`. */
function requireRoute(method: string, pathname: string): RouteMatch {
  const matches = matchPath(pathname)
  const match = matches.find(({ route }) => route.method === method)
  if (match) return match
  if (matches.length === 0) throw new ApiError('PATH_NOT_FOUND')
  throw new MethodNotAllowed(matches.map(({ route }) => route.method))
}

/** The name of the row of §7 for this method and path, such as `POST /posts/like/{postId}`. */
export function routeName(method: string, pathname: string): string | undefined {
  return matchPath(pathname).find(({ route }) => route.method === method)?.route.name
}

/** The rows of §7 for this path; a trailing slash changes nothing. */
function matchPath(pathname: string): RouteMatch[] {
  const segments = segmentsOf(pathname)
  if (!segments) return []
  return routes.flatMap((route) => {
    const param = matchSegments(route.path, segments)
    return param === null ? [] : [{ route, param }]
  })
}

/** The decoded segments below the prefix; null for a path outside of it, or one that cannot be decoded. */
function segmentsOf(pathname: string): string[] | null {
  const path = pathname.replace(/\/$/, '')
  if (!path.startsWith(`${prefix}/`)) return null
  try {
    return path
      .slice(prefix.length + 1)
      .split('/')
      .map(decodeURIComponent)
  } catch {
    return null
  }
}

/** The parameter of a path that matches ('' where it has none), or null. */
function matchSegments(path: string, segments: readonly string[]): string | null {
  const pattern = path.slice(1).split('/')
  if (pattern.length !== segments.length) return null
  let param = ''
  for (const [at, expected] of pattern.entries()) {
    const segment = segments[at] ?? ''
    if (expected.startsWith('{')) param = segment
    else if (expected !== segment) return null
  }
  return param
}
