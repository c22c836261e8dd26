import { YEAR_SECONDS } from '../../shared/dates.ts'
import { mediaPath } from '../../shared/formats.ts'
import { requireViewer } from '../services/serviceContext.ts'
import { ApiError } from '../services/errorCatalogue.ts'
import { addFile, type StoredFile } from '../services/files.ts'
import type { Backend } from '../backend.ts'
import type { ByteRange, FileAddress } from '../store/port.ts'
import { authOf, type Sender } from './sender.ts'
import { json, MethodNotAllowed, noFrames } from './responses.ts'
import { bodyOf } from './readBody.ts'

/** The bytes at an address never change. Caches that several users share do not keep them. */
export const FILE_CACHING = `private, max-age=${YEAR_SECONDS}, immutable`

/**
 * Handles one request to `/media`. POST stores the body, a picture or video of the viewer, and responds 201 with its
 * `url`. GET of such a URL returns the file to anyone, or redirects to where it is; a `Range` header selects a part, so
 * that video is seekable, and `If-None-Match` asks whether it is the same. Rejects if it fails: `createHttpHandler`
 * responds with the error.
 */
export async function handleMedia(backend: Backend, request: Request, sender: Sender): Promise<Response> {
  const pathname = new URL(request.url).pathname.replace(/\/$/, '')
  return pathname === mediaPath ? uploadFile(backend, request, sender) : serveFile(backend, request, pathname)
}

async function uploadFile(backend: Backend, request: Request, sender: Sender): Promise<Response> {
  if (request.method !== 'POST') throw new MethodNotAllowed(['POST'])
  const context = backend.context(authOf(request, sender))
  // First, so that the body of a request without a valid token is not read.
  await requireViewer(context)
  return json(201, { url: await addFile(context, bodyOf(request, 'file', sender)) })
}

async function serveFile(backend: Backend, request: Request, url: string): Promise<Response> {
  if (request.method !== 'GET') throw new MethodNotAllowed(['GET'])
  const file = await backend.readFile(url)
  if (!file) throw new ApiError('PATH_NOT_FOUND')
  // The bytes at a URL never change, so its last segment identifies them.
  const etag = `"${url.slice(mediaPath.length + 1)}"`
  const headers = headersOf(file.type, etag)
  if (isIn(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const address = await file.address()
  if (address) return redirect(address)
  return respondWithRange(request, file, { ...headers, 'content-type': file.type, 'accept-ranges': 'bytes' })
}

/** Sends the client to another address. It keeps that for a while, and its copy of the file as long as it likes. */
function redirect({ url, maxAge }: FileAddress): Response {
  const headers = { location: url, 'cache-control': `private, max-age=${maxAge}`, 'content-length': '0' }
  return new Response(null, { status: 302, headers })
}

/**
 * Returns the headers of a file that a browser caches with it, also those of a 304: it replaces the ones of its copy. They
 * stop browsers from executing anything in the file.
 */
function headersOf(type: string, etag: string): Record<string, string> {
  return {
    etag,
    'cache-control': FILE_CACHING,
    'content-security-policy': policyOf(type),
  }
}

/** Whether an `If-None-Match` header lists an ETag, which may be marked as weak there (RFC 9110, 13.1.2). */
function isIn(header: string | null, etag: string): boolean {
  const listed = header?.split(',').map((item) => item.trim().replace(/^W\//, '')) ?? []
  return listed.includes('*') || listed.includes(etag)
}

/**
 * Returns the policy for a file that is opened as a page. For a video the browser builds a page that requests the video
 * again.
 */
function policyOf(type: string): string {
  return `default-src 'none'; ${type.startsWith('video/') ? "media-src 'self'" : 'sandbox'}; ${noFrames}`
}

async function respondWithRange(
  request: Request,
  file: StoredFile,
  headers: Record<string, string>,
): Promise<Response> {
  const { size } = file
  const ifRange = request.headers.get('if-range') ?? headers['etag']
  const range = ifRange === headers['etag'] ? rangeIn(request.headers.get('range'), size) : 'whole'
  if (range === 'none')
    return new Response(null, {
      status: 416,
      headers: { 'content-range': `bytes */${size}`, 'content-length': '0', 'cache-control': 'no-store' },
    })
  const { start, end } = range === 'whole' ? { start: 0, end: size } : range
  const content = await file.read({ start, end })
  if (!content) throw new ApiError('PATH_NOT_FOUND')
  return new Response(content, {
    status: range === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    },
  })
}

/**
 * Returns the range that a `Range` header requests, `end` exclusive; 'none' if it is outside the file. A header that is
 * absent, malformed, in other units or for several ranges is ignored: 'whole'. The package range-parser refuses a
 * suffix that is longer than the file (416), for which RFC 9110 (14.1.2) requires the whole file.
 */
function rangeIn(header: string | null, size: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const start = Math.max(0, size - Number(last))
    return start < size ? { start, end: size } : 'none'
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return 'whole'
  return start < size ? { start, end } : 'none'
}
