/** JSON Web Tokens (RFC 7519) with HS256, the only algorithm that the backend issues and accepts. */

import { base64UrlOf, bytesOfBase64Url } from './base64.ts'

/** `{"alg":"HS256"}` */
const HEADER = 'eyJhbGciOiJIUzI1NiJ9'

export type SigningKey = Awaited<ReturnType<typeof importSigningKey>>

export async function importSigningKey(secret: Uint8Array<ArrayBuffer>) {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** Returns a token with these claims. */
export async function signJwt(claims: Record<string, unknown>, key: SigningKey): Promise<string> {
  const signed = `${HEADER}.${base64UrlOf(bytesOf(JSON.stringify(claims)))}`
  const signature = await crypto.subtle.sign('HMAC', key, bytesOf(signed))
  return `${signed}.${base64UrlOf(new Uint8Array(signature))}`
}

/** Returns the claims of a token. Rejects if it was not signed with this key and algorithm. Checks no claims. */
export async function readJwt(token: string, key: SigningKey): Promise<unknown> {
  const signed = token.slice(0, token.lastIndexOf('.'))
  const signature = bytesOfBase64Url(token.slice(signed.length + 1))
  const isGenuine = await crypto.subtle.verify('HMAC', key, signature, bytesOf(signed))
  const [header, payload = ''] = signed.split('.')
  if (!isGenuine || header !== HEADER) throw new Error('The token was not signed with this key and algorithm.')
  return JSON.parse(new TextDecoder().decode(bytesOfBase64Url(payload)))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
