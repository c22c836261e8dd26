import { base64url } from 'jose'
import { passwordHashPattern } from '../store/rows.ts'

/** The number that OWASP recommends for PBKDF2 with SHA-256. */
const PBKDF2_ITERATIONS = 600_000

const SCHEME = 'pbkdf2-sha256'

/** Returns a salted hash as `pbkdf2-sha256:iterations:salt:hash`; salt and hash are in base64url. */
export async function hashPassword(password: string, iterations = PBKDF2_ITERATIONS): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await derive(password, salt, iterations)
  return [SCHEME, iterations, base64url.encode(salt), base64url.encode(hash)].join(':')
}

/** Whether `stored` is a hash of this password. False for a text that `hashPassword` cannot have written. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, iterations = '', salt = '', hash] = passwordHashPattern.exec(stored) ?? []
  if (hash === undefined) return false
  const derived = await derive(password, new Uint8Array(base64url.decode(salt)), Number(iterations))
  return base64url.encode(derived) === hash
}

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, 256),
  )
}
