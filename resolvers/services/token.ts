import { base64url, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'
import type { UserRow } from '../store/rows.ts'
import { ApiError } from './errors.ts'

/** The columns of a user that a token names. */
export type Claims = Pick<UserRow, 'id' | 'username' | 'tokenVersion'>

export interface Tokens {
  /** Returns a token of this user that is valid for 30 days. */
  issue(user: Claims): Promise<string>
  /** Verifies the `authorization` header: the token, bare or after `Bearer `. Throws `TOKEN_INVALID`. */
  verify(authorization: string | null): Promise<Claims>
}

const ALGORITHM = 'HS256'
const LIFETIME_SECONDS = 30 * 24 * 60 * 60

/**
 * Creates the tokens of a backend: HS256 JWTs signed with a random key that is stored with the data
 * (docs/spec-decisions.md, "Identity and tokens").
 */
export function createTokens(store: Store, clock: Clock): Tokens {
  let key: Promise<Uint8Array> | undefined
  /** Loads the key once. After a failure the next call tries again. */
  const loadKey = () =>
    (key ??= keyOf(store).catch((reason: unknown) => {
      key = undefined
      throw reason
    }))

  return {
    async issue({ id, username, tokenVersion }) {
      const now = Math.floor(clock() / 1000)
      return new SignJWT({ _id: id, username, ...(tokenVersion > 0 && { tokenVersion }) })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(await loadKey())
    },
    async verify(authorization) {
      const token = authorization?.replace(/^Bearer\s+/i, '').trim()
      if (!token) throw new ApiError('TOKEN_INVALID')
      const secret = await loadKey()
      const options = { algorithms: [ALGORITHM], currentDate: new Date(clock()), requiredClaims: ['exp'] }
      const { payload } = await jwtVerify(token, secret, options).catch(() => {
        throw new ApiError('TOKEN_INVALID')
      })
      const { _id: id, username, tokenVersion = 0 } = payload
      if (typeof id !== 'string' || typeof username !== 'string' || typeof tokenVersion !== 'number')
        throw new ApiError('TOKEN_INVALID')
      return { id, username, tokenVersion }
    },
  }
}

/** A key in the `meta` table. */
const TOKEN_KEY = 'tokenKey'

async function keyOf(store: Store): Promise<Uint8Array> {
  const stored = await store.read.meta.get(TOKEN_KEY)
  return base64url.decode(typeof stored === 'string' ? stored : await createKey(store))
}

/** Reads or creates the key in one transaction, so that two tabs that start at the same time use the same key. */
async function createKey(store: Store): Promise<string> {
  const created = base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
  return store.transaction(async (tx) => {
    const existing = await tx.meta.get(TOKEN_KEY)
    if (typeof existing === 'string') return existing
    await tx.meta.put(TOKEN_KEY, created)
    return created
  })
}
