import { ApiError, refusalOf } from '../services/errors.ts'
import type { End } from '../lab/log.ts'

/** A path that does not take this method: the answer names those it takes. */
export class MethodNotAllowed extends ApiError {
  readonly allow: string

  constructor(methods: readonly string[]) {
    super('METHOD_NOT_ALLOWED')
    this.allow = [...new Set(methods)].join(', ')
  }
}

/** Refusals are JSON with a list of `errors`, faults with one `error` (spec §8). `report` hears of every fault. */
export function refusal(thrown: unknown, report: (fault: unknown) => void): Response {
  const { status, messages, message } = refusalOf(thrown)
  if (!(thrown instanceof ApiError)) {
    report(thrown)
    return json(status, { error: { message } })
  }
  const allow = thrown instanceof MethodNotAllowed ? { allow: thrown.allow } : {}
  return json(status, { errors: messages }, allow)
}

/** An answer that nobody keeps. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/** How a call ended, for the request log. */
export async function endOf(response: Response): Promise<End> {
  const { errors = [], error } = Object(await response.json())
  // GraphQL answers 200 to whoever takes plain JSON, errors and all.
  return { status: errors.length > 0 && response.ok ? 400 : response.status, errors: error ? [error] : errors }
}
