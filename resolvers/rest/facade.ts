import { ApiError } from '../services/errors.ts'
import { requireViewer } from '../services/call.ts'
import type { Backend } from '../backend.ts'
import { json, MethodNotAllowed, refusal } from '../http/responses.ts'
import { follow } from '../lab/networkConditions.ts'
import type { Sent } from '../lab/log.ts'
import { bodyOf } from './body.ts'
import { routes, type Route } from './routes.ts'

const prefix = '/api'

/**
 * Answers one request to `/api` after the delay, as spec §7 and §8 say, always with JSON. Rejects only where the request
 * is aborted before it is begun, or is to get no answer.
 */
export async function answer(backend: Backend, request: Request, sent: Sent): Promise<Response> {
  const asked = findRoute(request)
  if ('route' in asked) sent.name = asked.route.name
  const call = await backend.context({
    name: sent.name,
    authorization: request.headers.get('authorization'),
    signal: request.signal,
  })
  try {
    if (!('route' in asked)) throw asked.refused
    const { route, param } = asked
    return await follow(call.course, async () => {
      if (route.authorized) await requireViewer(call)
      const body = await bodyOf(request)
      sent.variables = body
      return json(route.status, await route.answer({ ...call, param, body }))
    })
  } catch (thrown) {
    return refusal(thrown, backend.report)
  }
}

type Asked = { route: Route; param: string } | { refused: ApiError }

function findRoute(request: Request): Asked {
  try {
    return routeOf(request)
  } catch (refused) {
    if (refused instanceof ApiError) return { refused }
    throw refused
  }
}

/** The row of §7 for this method and path. Throws `PATH_NOT_FOUND` or `MethodNotAllowed`. */
function routeOf(request: Request): { route: Route; param: string } {
  const segments = segmentsOf(new URL(request.url).pathname)
  const found = routes.flatMap((route) => {
    const param = match(route.path, segments)
    return param === null ? [] : [{ route, param }]
  })
  const hit = found.find(({ route }) => route.method === request.method)
  if (hit) return hit
  if (found.length === 0) throw new ApiError('PATH_NOT_FOUND')
  throw new MethodNotAllowed(found.map(({ route }) => route.method))
}

/** The decoded segments below the prefix; a trailing slash changes nothing. */
function segmentsOf(pathname: string): string[] {
  const path = pathname.replace(/\/$/, '')
  if (!path.startsWith(`${prefix}/`)) throw new ApiError('PATH_NOT_FOUND')
  try {
    return path
      .slice(prefix.length + 1)
      .split('/')
      .map(decodeURIComponent)
  } catch {
    throw new ApiError('PATH_NOT_FOUND')
  }
}

/** The parameter of a path that matches ('' where it has none), or null. */
function match(path: string, segments: readonly string[]): string | null {
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
