import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How the fake handles the next uploads. */
export type Behaviour =
  /** Stores the file and responds with its URL, or with `secureUrl`. */
  | { does: 'succeed'; secureUrl?: unknown }
  /** Responds with 400, or with `status`, and an error in Cloudinary's format. */
  | { does: 'refuse'; message: unknown; status?: number }
  /** Responds with 200 and this text. */
  | { does: 'respond'; text: string }
  /** Closes the connection after the first chunk of the body. */
  | { does: 'drop' }
  /** Reads the whole body and sends no response. */
  | { does: 'hang' }

/** A complete upload with a valid form. */
export interface ReceivedUpload {
  cloudName: string
  resourceType: string
  uploadPreset: string
  fileName: string
  fileType: string
  bytes: Buffer
}

export interface FakeCloudinary {
  /** The origin, for VITE_CLOUDINARY_HOST. */
  host: string
  /** All valid uploads, the earliest first, whatever the response. */
  received: readonly ReceivedUpload[]
  /** Sets how uploads are handled from now on. They succeed by default. */
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
 * Starts a fake of Cloudinary on loopback. It accepts unsigned uploads from every origin and serves the files. Port 0
 * means any free port; a built app contains the host and needs a fixed port.
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
    } else if (behaviour.does === 'respond') {
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
