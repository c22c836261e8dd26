import { base64url } from 'jose'
import { pbkdf2Pattern } from '../store/columns.ts'

/** Hashes passwords. A hash says with which scheme it was made. */
export interface Passwords {
  /** Returns a salted hash. `client` is the address that asks for it, null without a server. */
  hash(password: string, client?: string | null): Promise<string>
  /** Whether `stored` is a hash of this password. False for a text that is no hash of a known scheme. */
  matches(password: string, stored: string, client?: string | null): Promise<boolean>
  /** Whether a hash was made with an older scheme than `hash` uses. The next log-in replaces it. */
  isOutdated(stored: string): boolean
}

/** The number that OWASP recommends for PBKDF2 with SHA-256. */
const PBKDF2_ITERATIONS = 600_000

const SCHEME = 'pbkdf2-sha256'

/**
 * Hashes with PBKDF2, which every browser has. A hash is `pbkdf2-sha256:iterations:salt:hash`; salt and hash are in
 * base64url. Fewer iterations are for tests only.
 */
export function pbkdf2Passwords(iterations = PBKDF2_ITERATIONS): Passwords {
  return {
    async hash(password) {
      const salt = crypto.getRandomValues(new Uint8Array(16))
      const hash = await derive(password, salt, iterations)
      return [SCHEME, iterations, base64url.encode(salt), base64url.encode(hash)].join(':')
    },
    async matches(password, stored) {
      const [, storedIterations = '', salt = '', hash] = pbkdf2Pattern.exec(stored) ?? []
      if (hash === undefined) return false
      const derived = await derive(password, new Uint8Array(base64url.decode(salt)), Number(storedIterations))
      return base64url.encode(derived) === hash
    },
    isOutdated: () => false,
  }
}

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, 256),
  )
}
