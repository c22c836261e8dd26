import { requireViewer } from '../services/serviceContext.ts'
import { ApiError } from '../services/errors.ts'
import { addFile } from '../services/files.ts'
import type { Backend } from '../backend.ts'
import { errorResponse, json, MethodNotAllowed } from './responses.ts'
import { readBody } from './readBody.ts'

/** Files are added at this path; each is found below it under its id. */
const path = '/media'

/**
 * Answers one request to `/media`: POST stores the body, a picture or video of the viewer, and answers 201 with its
 * `url`; GET and HEAD of such a URL answer the file to anyone, in parts where a `Range` asks for one, so that video is
 * seekable. Errors are JSON. Rejects only where the request is aborted.
 */
export async function answerMedia(backend: Backend, request: Request): Promise<Response> {
  const pathname = new URL(request.url).pathname.replace(/\/$/, '')
  try {
    return await (pathname === path ? added(backend, request) : found(backend, request, pathname))
  } catch (thrown) {
    request.signal.throwIfAborted()
    return errorResponse(thrown, backend.report)
  }
}

async function added(backend: Backend, request: Request): Promise<Response> {
  if (request.method !== 'POST') throw new MethodNotAllowed(['POST'])
  const call = backend.context({ authorization: request.headers.get('authorization') })
  // First: the body of a request without a valid token is not read.
  await requireViewer(call)
  return json(201, { url: await addFile(call, await readBody(request, 'file')) })
}

async function found(backend: Backend, request: Request, url: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD'])
  const file = await backend.readFile(url)
  if (!file) throw new ApiError('PATH_NOT_FOUND')
  return part(request, file, headersOf(file.type))
}

/** Whatever a file holds, a browser shows it as its type and executes nothing of it. A file never changes. */
function headersOf(type: string): Record<string, string> {
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(type),
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  }
}

/** For a file opened at its own address. The page that a browser makes for a video asks for the video once more. */
function policyOf(type: string): string {
  return type.startsWith('video/') ? "default-src 'none'; media-src 'self'" : "default-src 'none'; sandbox"
}

function part(request: Request, content: Blob, headers: Record<string, string>): Response {
  const answer = (status: number, body: Blob, more: Record<string, string> = {}) =>
    new Response(request.method === 'HEAD' ? null : body, {
      status,
      headers: { ...headers, ...more, 'content-length': String(body.size) },
    })
  const range = rangeIn(request.headers.get('range'), content.size)
  if (range === 'whole') return answer(200, content)
  if (range === 'none') return answer(416, new Blob([]), { 'content-range': `bytes */${content.size}` })
  const { start, end } = range
  return answer(206, content.slice(start, end), { 'content-range': `bytes ${start}-${end - 1}/${content.size}` })
}

/** The part that a `Range` header asks for, `end` exclusive; the whole for no header, or one that asks for several parts or in other units. */
function rangeIn(header: string | null, size: number): { start: number; end: number } | 'whole' | 'none' {
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
