/** An S3 service for tests, over HTTP and in memory: objects, ranges, lists, uploads in parts, signatures. */

import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../tools/freePort.mjs'

const account = { region: 'test-1', accessKeyId: 'weft', secretAccessKey: 'secret' }
const bucket = 'files'
const MIN_PART_BYTES = 5 * 1024 * 1024
const CLOCK_SKEW_MS = 15 * 60_000

interface StoredObject {
  bytes: Buffer
  type: string
}

interface Upload {
  key: string
  type: string
  parts: Map<number, Buffer>
}

/** A request that was signed with the account of the server. */
export interface S3Request {
  method: string
  /** The path within the bucket. */
  key: string
  query: URLSearchParams
}

export interface S3Server {
  settings: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
  /** The settings of a server that keeps its files here. */
  env: Record<string, string>
  objects: Map<string, StoredObject>
  /** The uploads that are neither complete nor aborted. */
  uploads: Map<string, Upload>
  /** The requests so far. */
  requests: S3Request[]
  /** Called before each request is handled, which waits for it. If it throws, the response is a 500. */
  onRequest: (request: S3Request) => void | Promise<void>
  /** Closes all connections and takes no others. */
  stop(): Promise<void>
  /** Listens again on the same port, with the same objects. */
  start(): Promise<void>
}

class S3Failure extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/** Starts a service with an empty bucket on a free port. */
export async function startS3(): Promise<S3Server> {
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const s3: S3Server = {
    settings: { endpoint, bucket, ...account },
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: account.region,
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    onRequest: () => {},
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    async start() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
  const server = createServer((incoming, response) => {
    handle(s3, incoming, response).catch((error: unknown) => {
      const [status, code] = error instanceof S3Failure ? [error.status, error.message] : [500, 'InternalError']
      sendXml(response, `<Error><Code>${code}</Code></Error>`, status)
    })
  })
  await s3.start()
  return s3
}

async function handle(s3: S3Server, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: target = '' } = incoming
  const url = new URL(target, 'http://localhost')
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  checkSignature(incoming, url)
  const [, name, ...path] = url.pathname.split('/')
  const request = { method, key: path.join('/'), query: url.searchParams }
  s3.requests.push(request)
  await s3.onRequest(request)
  if (name !== bucket) throw new S3Failure(404, 'NoSuchBucket')
  const type = incoming.headers['content-type'] ?? 'binary/octet-stream'
  if (request.key === '') list(s3, request.query, response)
  else if (request.query.has('uploads')) createUpload(s3, request.key, type, response)
  else if (request.query.has('uploadId')) continueUpload(s3, request, body, response)
  else handleObject(s3, request, { body, type, range: incoming.headers.range }, response)
}

function handleObject(
  { objects }: S3Server,
  { method, key, query }: S3Request,
  { body, type, range }: { body: Buffer; type: string; range: string | undefined },
  response: ServerResponse,
): void {
  if (method === 'PUT') {
    objects.set(key, { bytes: body, type })
    response.setHeader('etag', etagOf(body)).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (method === 'GET') {
    const object = objects.get(key)
    if (!object) throw new S3Failure(404, 'NoSuchKey')
    const { bytes } = object
    const caching = query.get('response-cache-control')
    const headers = { 'content-type': object.type, etag: etagOf(bytes), ...(caching && { 'cache-control': caching }) }
    const [, first, last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
    if (first === undefined) {
      response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes)
      return
    }
    const part = bytes.subarray(Number(first), last === '' ? bytes.length : Number(last) + 1)
    if (part.length === 0) throw new S3Failure(416, 'InvalidRange')
    const contentRange = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`
    response.writeHead(206, { ...headers, 'content-length': part.length, 'content-range': contentRange }).end(part)
  } else throw new S3Failure(405, 'MethodNotAllowed')
}

function createUpload({ uploads }: S3Server, key: string, type: string, response: ServerResponse): void {
  const id = `upload-${crypto.randomUUID()}`
  uploads.set(id, { key, type, parts: new Map() })
  const result = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`
  sendXml(response, `<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`)
}

function continueUpload(
  { objects, uploads }: S3Server,
  { method, key, query }: S3Request,
  body: Buffer,
  response: ServerResponse,
): void {
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (upload?.key !== key) throw new S3Failure(404, 'NoSuchUpload')
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    response.setHeader('etag', etagOf(body)).end()
  } else if (method === 'DELETE') {
    uploads.delete(id)
    response.writeHead(204).end()
  } else {
    const listed = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?(\w+)"?<\/ETag>/g)]
    const parts = listed.map(([, number, etag]) => {
      const part = upload.parts.get(Number(number))
      if (!part || etagOf(part) !== `"${etag}"`) throw new S3Failure(400, 'InvalidPart')
      return part
    })
    if (parts.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES)) throw new S3Failure(400, 'EntityTooSmall')
    const bytes = Buffer.concat(parts)
    objects.set(key, { bytes, type: upload.type })
    uploads.delete(id)
    const result = `<Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>${etagOf(bytes)}</ETag>`
    sendXml(response, `<CompleteMultipartUploadResult>${result}</CompleteMultipartUploadResult>`)
  }
}

function list({ objects }: S3Server, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const limit = Math.min(Number(query.get('max-keys') ?? 1000), 1000)
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  const page = keys.slice(0, limit)
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
  )
  const isTruncated = page.length < keys.length
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const result = `<IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join('')}`
  sendXml(response, `<ListBucketResult>${result}</ListBucketResult>`)
}

/** Checks the signature in the headers or in the address (AWS Signature Version 4). Throws if there is none. */
function checkSignature({ method, headers }: IncomingMessage, { pathname, searchParams }: URL): void {
  const inAddress = searchParams.has('X-Amz-Signature')
  const [, credential = '', signed = '', signature = ''] = inAddress
    ? ['', 'X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Signature'].map((name) => searchParams.get(name) ?? '')
    : (/^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
        headers.authorization ?? '',
      ) ?? [])
  if (signature === '') throw new S3Failure(403, 'AccessDenied')
  const [accessKeyId, day = '', region = '', service = ''] = credential.split('/')
  if (accessKeyId !== account.accessKeyId) throw new S3Failure(403, 'InvalidAccessKeyId')
  const time = inAddress ? (searchParams.get('X-Amz-Date') ?? '') : String(headers['x-amz-date'])
  const age = Date.now() - Date.parse(time.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))
  const lifetime = inAddress ? 1000 * Number(searchParams.get('X-Amz-Expires')) : CLOCK_SKEW_MS
  if (!(Math.abs(age) <= lifetime)) throw new S3Failure(403, inAddress ? 'AccessDenied' : 'RequestTimeTooSkewed')

  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
  const canonicalHeaders = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const payload = inAddress ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256'])
  const canonical = [method, pathname, query.join('&'), canonicalHeaders.join(''), signed, payload].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/${service}/aws4_request`, hash].join('\n')
  let key: string | Buffer = `AWS4${account.secretAccessKey}`
  for (const part of [day, account.region, 's3', 'aws4_request']) key = hmac(key, part)
  if (hmac(key, text).toString('hex') !== signature) throw new S3Failure(403, 'SignatureDoesNotMatch')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}
