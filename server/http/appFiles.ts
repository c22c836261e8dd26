import { YEAR_SECONDS } from '../../shared/dates.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerRequest } from 'srvx'
import { staticMiddleware } from 'srvx/static'
import { pageAt, prerenderedFiles } from '../../shared/appPages.ts'
import { policyHeader } from '../../shared/pagePolicy.ts'
import { failure } from '../systemErrors.ts'

interface AppOptions {
  /** The folder of the built app. */
  dir: string
  /** The account of 'Test Login', if it is offered. */
  demoAccount: { username: string; password: string } | undefined
  /** Whether pages link to GraphiQL and the lab. */
  developerPages: boolean
  /** The origin to which the server redirects requests for pictures and videos. */
  mediaOrigin: string | undefined
}

/** The name of the service worker, and the file that a server sends for it: it has no backend. */
const serviceWorker = '/sw.js'
const serviceWorkerFile = '/sw-server.js'

/** The page that says that there is no page at an address. */
const missingPage = '/404.html'

/** The build has compressed the files (tools/compressedFiles.mjs): a client cannot keep the server busy with that. */
const precompressed = { encodings: true, compress: false } as const

/**
 * Returns a function that responds with the app: its pages, marked as those of a server (src/backend/host.ts), and its
 * files. Resolves to undefined for a path that the app does not have. Throws if the app was not built.
 */
export function createAppFiles({ dir, demoAccount, developerPages, mediaOrigin }: AppOptions) {
  const demo = demoAccount ? ` data-demo="${JSON.stringify(demoAccount).replaceAll('"', '&quot;')}"` : ''
  const mark = `<html data-host="server"${demo}${developerPages ? ' data-developer-pages' : ''}`
  const policy = allowMedia(policyHeader(readHtml(join(dir, 'index.html'))), mediaOrigin)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy,
  }
  const files = staticMiddleware({
    dir,
    ...precompressed,
    renderHTML: ({ html, filename }) =>
      new Response(
        allowMedia(html, mediaOrigin).replace('<html', () => mark),
        { headers, status: filename.endsWith(missingPage) ? 404 : 200 },
      ),
  })
  const hashedFiles = staticMiddleware({ dir, ...precompressed, maxAge: YEAR_SECONDS, immutable: true })

  return async (request: ServerRequest, url: URL): Promise<Response | undefined> => {
    const path = fileOf(url.pathname)
    const missing = new Response(null, { status: 404 })
    const send = path.startsWith('/assets/') ? hashedFiles : files
    const response = canBeFile(path) ? await send(withPath(request, url, path), () => missing) : missing
    // srvx does not know its type.
    if (path.endsWith('.webmanifest')) response.headers.set('content-type', 'application/manifest+json')
    if (response !== missing) return response
    if (!request.headers.get('accept')?.includes('text/html')) return undefined
    const page = await files(withPath(request, url, missingPage), () => missing)
    return page === missing ? undefined : page
  }
}

function readHtml(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw failure('The app cannot be read', error, 'Build it: npm run build', { ENOENT: `there is no ${file}` })
  }
}

/** Adds an origin of pictures and videos to a content security policy, or to the one in a page. */
function allowMedia(text: string, origin: string | undefined): string {
  return origin === undefined ? text : text.replaceAll(/\b(?:img|media)-src /g, (directive) => `${directive}${origin} `)
}

/** Returns the path of the file for an address: every page of the app without a file of its own is index.html. */
function fileOf(pathname: string): string {
  if (pathname === serviceWorker) return serviceWorkerFile
  const prerendered = prerenderedFiles.get(pathname)
  if (prerendered) return `/${prerendered}`
  return pageAt(pathname) ? '/index.html' : pathname
}

/** Whether a file can have this path. srvx searches long if there are many slashes, and answers 400 to a stray `%`. */
function canBeFile(path: string): boolean {
  try {
    return !decodeURI(path).includes('//')
  } catch {
    return false
  }
}

function withPath(request: ServerRequest, url: URL, path: string): ServerRequest {
  const target = new URL(url)
  // Not resolved against the address: it may start with `//`.
  target.pathname = path
  return new Request(target, { method: request.method, headers: request.headers })
}
