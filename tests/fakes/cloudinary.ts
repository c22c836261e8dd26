import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How the service handles the next uploads. */
export type Behaviour =
  /** Stores the file and answers its URL, or `secureUrl` instead. */
  | { does: 'succeed'; secureUrl?: unknown }
  /** Answers 400 (or `status`) with an error as Cloudinary formats it. */
  | { does: 'refuse'; message: unknown; status?: number }
  /** Answers 200 with this text. */
  | { does: 'answer'; text: string }
  /** Closes the connection after the first chunk of the body. */
  | { does: 'drop' }
  /** Reads the whole body and never answers. */
  | { does: 'hang' }

/** A complete and well-formed upload. */
export interface ReceivedUpload {
  cloudName: string
  resourceType: string
  uploadPreset: string
  fileName: string
  fileType: string
  bytes: Buffer
}

export interface FakeCloudinary {
  /** Its origin, for VITE_CLOUDINARY_HOST. */
  host: string
  /** All well-formed uploads, the earliest first, whatever the response was. */
  received: readonly ReceivedUpload[]
  /** Uploads succeed until this is called. */
  behave(behaviour: Behaviour): void
  /** Resolves when an upload starts to hang (its body has been read), or when the client aborts a hanging one. */
  next(event: 'hanging' | 'abandoned'): Promise<unknown>
  /** Closes every connection and stops. */
  close(): Promise<void>
}

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': '*',
}
const uploadPath = /^\/v1_1\/([^/]+)\/(image|video)\/upload$/

/**
 * Starts a small Cloudinary on loopback: accepts unsigned uploads, serves them, and allows every origin. Port 0 is any
 * free port; a built app has the host built in and needs a fixed one.
 */
export async function startFakeCloudinary(port = 0): Promise<FakeCloudinary> {
  const received: ReceivedUpload[] = []
  const events = new EventEmitter()
  let behaviour: Behaviour = { does: 'succeed' }
  let host = ''

  const take = async (request: IncomingMessage, response: ServerResponse, cloudName: string, resourceType: string) => {
    const { does } = behaviour
    if (does === 'drop') {
      await once(request, 'data')
      request.socket.destroy()
      return
    }
    const form = await formOf(request)
    const file = form.get('file')
    const uploadPreset = form.get('upload_preset')
    if (typeof uploadPreset !== 'string' || uploadPreset === '') {
      return json(response, 400, refusal('Upload preset must be specified when using unsigned upload'))
    }
    if (file === null || typeof file === 'string') {
      return json(response, 400, refusal('Missing required parameter - file'))
    }
    const bytes = Buffer.from(await file.arrayBuffer())
    const { name: fileName, type: fileType } = file
    const place = received.push({ cloudName, resourceType, uploadPreset, fileName, fileType, bytes })
    if (behaviour.does === 'hang') {
      response.on('close', () => events.emit('abandoned'))
      events.emit('hanging')
    } else if (behaviour.does === 'refuse') {
      json(response, behaviour.status ?? 400, refusal(behaviour.message))
    } else if (behaviour.does === 'answer') {
      response.writeHead(200, anyOrigin).end(behaviour.text)
    } else {
      const { secureUrl = `${host}/media/${place - 1}` } = behaviour.does === 'succeed' ? behaviour : {}
      json(response, 200, { secure_url: secureUrl, resource_type: resourceType, bytes: bytes.length })
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '' } = request
    const [, cloudName, resourceType] = uploadPath.exec(url) ?? []
    const stored = received[Number(/^\/media\/(\d+)$/.exec(url)?.[1])]
    if (method === 'OPTIONS') {
      response.writeHead(204, anyOrigin).end()
    } else if (method === 'POST' && cloudName && resourceType) {
      await take(request, response, cloudName, resourceType)
    } else if (method === 'GET' && stored) {
      response.writeHead(200, { ...anyOrigin, 'content-type': stored.fileType }).end(stored.bytes)
    } else {
      json(response, 404, refusal('Not found'))
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // The client disconnected, or the body is no form.
      if (!request.socket.destroyed) json(response, 400, refusal(String(error)))
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const address = server.address()
  host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`

  return {
    host,
    received,
    behave: (next) => void (behaviour = next),
    next: (event) => once(events, event),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(Buffer.concat(chunks), { headers }).formData()
}

function refusal(message: unknown): object {
  return { error: { message } }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...anyOrigin, 'content-type': 'application/json' }).end(JSON.stringify(body))
}
