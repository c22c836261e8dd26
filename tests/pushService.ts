/** A push service for tests, over HTTP, and devices that read its messages: RFC 8030, 8291 and 8292. */

import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { base64url, importJWK, jwtVerify } from 'jose'
import { serveHttp } from './serveHttp.ts'

/** What a browser returns from `PushManager.subscribe`. */
export interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

export interface ReceivedPush {
  device: Device
  headers: Headers
  /** The key and the claims by which the server names itself. */
  publicKey: string
  claims: Record<string, unknown>
  /** The decrypted message. */
  message: unknown
}

export interface PushService {
  origin: string
  /** Makes a device, whose messages are answered with this status. */
  newDevice(status?: number): Device
  /** Waits for the next message. Rejects if it cannot be read. */
  next(): Promise<ReceivedPush>
  /** The number of requests so far. */
  readonly requestCount: number
}

/** Starts a push service, which runs until the test ends. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { device: Device; ecdh: ECDH; status: number }>()
  const received: Promise<ReceivedPush>[] = []
  const waiting: ((push: Promise<ReceivedPush>) => void)[] = []
  let requestCount = 0
  const origin = await serveHttp(async (request) => {
    requestCount += 1
    const found = devices.get(new URL(request.url).pathname)
    if (!found || request.method !== 'POST') return new Response(null, { status: 404 })
    const push = read(request, found)
    push.catch(() => {})
    const resolve = waiting.shift()
    if (resolve) resolve(push)
    else received.push(push)
    return new Response(null, { status: found.status })
  })

  async function read(request: Request, { device, ecdh }: { device: Device; ecdh: ECDH }): Promise<ReceivedPush> {
    const [, token = '', publicKey = ''] =
      /^vapid t=(\S+), k=(\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const point = base64url.decode(publicKey)
    const key = await importJWK({
      alg: 'ES256',
      kty: 'EC',
      crv: 'P-256',
      x: base64url.encode(point.subarray(1, 33)),
      y: base64url.encode(point.subarray(33)),
    })
    const { payload: claims } = await jwtVerify(token, key, { algorithms: ['ES256'], audience: origin })
    if (request.headers.get('content-encoding') !== 'aes128gcm') throw new Error('The message has another encoding.')
    const text = decrypted(Buffer.from(await request.arrayBuffer()), ecdh, base64url.decode(device.auth))
    return { device, headers: request.headers, publicKey, claims, message: JSON.parse(text) }
  }

  return {
    origin,
    newDevice(status = 201) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const path = `/push/${devices.size + 1}`
      const device = { endpoint: origin + path, p256dh, auth: randomBytes(16).toString('base64url') }
      devices.set(path, { device, ecdh, status })
      return device
    },
    next: () =>
      received.shift() ??
      new Promise<ReceivedPush>((resolve) => {
        waiting.push(resolve)
      }),
    get requestCount() {
      return requestCount
    },
  }
}

/** Decrypts the one record of a message (RFC 8291, section 3.4). */
function decrypted(body: Buffer, ecdh: ECDH, auth: Uint8Array): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const serverKey = body.subarray(21, keyEnd)
  const derive = (secret: Uint8Array, from: Uint8Array, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
  const secret = derive(ecdh.computeSecret(serverKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const record = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  // The last record ends with a 2 and padding.
  const end = record.lastIndexOf(2)
  if (end < 0 || record.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.')
  return record.subarray(0, end).toString()
}
