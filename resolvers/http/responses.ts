import { ApiError, apiErrorOf } from '../services/errors.ts'

/** 405: the path does not take this method. The response names those that it takes. */
export class MethodNotAllowed extends ApiError {
  readonly allow: string

  constructor(methods: readonly string[]) {
    super('METHOD_NOT_ALLOWED')
    this.allow = [...new Set(methods)].join(', ')
  }
}

/**
 * An `ApiError` is answered as JSON with a list of `errors`, anything else as a 500 with one `error` (spec §8) and
 * reported.
 */
export function errorResponse(thrown: unknown, report: (fault: unknown) => void): Response {
  const { status, messages, message } = apiErrorOf(thrown)
  if (!(thrown instanceof ApiError)) {
    report(thrown)
    return json(status, { error: { message } })
  }
  const allow = thrown instanceof MethodNotAllowed ? { allow: thrown.allow } : {}
  return json(status, { errors: messages }, allow)
}

/** A JSON response that is never cached. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
