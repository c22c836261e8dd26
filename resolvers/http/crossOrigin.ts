import { ApiError } from '../services/errors.ts'

/**
 * Throws `CROSS_ORIGIN` for a request that may change something and that a browser sends for a page of another origin,
 * unless that origin is in `allowed`: a page can send a form or plain text anywhere without asking. Browsers say so in
 * `Sec-Fetch-Site`, older ones in `Origin`, as Go's `http.CrossOriginProtection` reads them. A client that sends neither
 * is no browser. A service worker sees neither header; there a form is a navigation, which Weft's own pages never send.
 */
export function refuseCrossOrigin({ method, mode, headers, url }: Request, allowed: readonly string[] = []): void {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
  if (allowed.includes(headers.get('origin') ?? '')) return
  const site = headers.get('sec-fetch-site')
  const isOwn = site === null ? isOwnOrigin(headers, url) : site === 'same-origin' || site === 'none'
  if (mode === 'navigate' || !isOwn) throw new ApiError('CROSS_ORIGIN')
}

/** Compares hosts only: behind a proxy, a server may not know that its own scheme is https. */
function isOwnOrigin(headers: Headers, url: string): boolean {
  const origin = headers.get('origin')
  if (origin === null) return true
  return URL.canParse(origin) && new URL(origin).host === (headers.get('host') ?? new URL(url).host)
}
