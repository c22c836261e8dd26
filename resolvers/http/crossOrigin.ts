import { ApiError } from '../services/errorCatalogue.ts'

export interface CrossOriginOptions {
  /** Other origins whose pages may change something. */
  allowedOrigins?: readonly string[] | undefined
  /** Refuses forms by the mode of the request, for a service worker. Weft's own pages never send one. */
  refuseNavigations?: boolean
}

/**
 * Throws `CROSS_ORIGIN` for a request that may change something and that a browser sends for a page of another origin: a
 * page can send a form or plain text anywhere without asking. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`,
 * as Go's `http.CrossOriginProtection` reads them. A client that sends neither is no browser. A service worker sees
 * neither header; there a form is a navigation.
 */
export function refuseCrossOrigin(request: Request, { allowedOrigins, refuseNavigations }: CrossOriginOptions): void {
  const { method, headers, url } = request
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return
  if (allowedOrigins?.includes(headers.get('origin') ?? '')) return
  const site = headers.get('sec-fetch-site')
  const isOwn = site === null ? isOwnOrigin(headers, url) : site === 'same-origin' || site === 'none'
  // Not read on a server, where it is always `cors`: srvx copies the whole request for it.
  if (!isOwn || (refuseNavigations && request.mode === 'navigate')) throw new ApiError('CROSS_ORIGIN')
}

/** Compares hosts only: behind a proxy, a server may not know that its own scheme is https. */
function isOwnOrigin(headers: Headers, url: string): boolean {
  const origin = headers.get('origin')
  if (origin === null) return true
  return URL.canParse(origin) && new URL(origin).host === (headers.get('host') ?? new URL(url).host)
}
