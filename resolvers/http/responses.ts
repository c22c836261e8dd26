import { ApiError, apiErrorOf, RetryLaterError } from '../services/errorCatalogue.ts'

/** 405: the path does not take this method. The response lists the methods that it takes: HEAD wherever it takes GET. */
export class MethodNotAllowed extends ApiError {
  readonly allow: string

  constructor(methods: readonly string[]) {
    super('METHOD_NOT_ALLOWED')
    this.allow = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)))].join(', ')
  }
}

/**
 * Returns the response for anything thrown, as JSON (spec §8): a list of `errors` for an `ApiError`, else a 500 with
 * one `error`. Calls `report` with the latter.
 */
export function restErrorResponse(thrown: unknown, report: (error: unknown) => void): Response {
  const { code, status, message } = apiErrorOf(thrown)
  if (code === 'INTERNAL') {
    report(thrown)
    return json(status, { error: { message } })
  }
  const allow = thrown instanceof MethodNotAllowed ? { allow: thrown.allow } : {}
  return json(status, { errors: [message] }, { ...allow, ...retryHeaders(thrown) })
}

/** Returns the headers that say when a refused request may succeed. */
export function retryHeaders(thrown: unknown): Record<string, string> {
  const error = apiErrorOf(thrown)
  return error instanceof RetryLaterError ? { 'retry-after': String(error.retryAfter) } : {}
}

/** Creates a JSON response that is never cached. */
export function json(status: number, body: unknown, headers?: Record<string, string>): Response {
  return jsonText(status, JSON.stringify(body), headers)
}

/** The same for a text that is JSON. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): Response {
  const type = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return protect(new Response(text, { status, headers: { ...type, ...headers } }))
}

/** A directive of the content security policy of every response. */
export const noFrames = "frame-ancestors 'none'"

/**
 * Adds headers to a response: browsers guess no other type than its own, and no page shows it in a frame. Keeps a
 * content security policy that it has. Returns the response.
 */
export function protect(response: Response): Response {
  const { headers } = response
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', noFrames)
  return response
}
