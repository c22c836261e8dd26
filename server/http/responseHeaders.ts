import { YEAR_SECONDS } from '../../shared/dates.ts'
import type { Config } from '../config.ts'

/** Returns the headers of every response beside those of `protect`. A response may replace them. */
export function securityHeaders({ PUBLIC_URL = '' }: Pick<Config, 'PUBLIC_URL'>): Readonly<Record<string, string>> {
  return {
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
}

/** Returns the headers with which a browser lets a page of `origin` read a response. Empty if it may not. */
export function corsHeaders(origin: string | null, allowed: readonly string[]): Readonly<Record<string, string>> {
  if (allowed.length === 0) return {}
  if (origin === null || !allowed.includes(origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'last-event-id, link, retry-after',
  }
}

/** The response to a preflight request: what pages of allowed origins may send. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, last-event-id',
  'access-control-max-age': '600',
}
