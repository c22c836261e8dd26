import { base64url, jwtVerify } from 'jose'
import type { Clock } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'
import { ApiError } from './errors.ts'

/** The user that a token names. */
export interface Claims {
  userId: string
  username: string
  /** The `tokenGeneration` of the user when the token was issued. */
  generation: number
}

export interface Tokens {
  /** Returns the signing key. Besides `verify`, only `issueToken.ts` uses it, whose code loads with mutations. */
  key(): Promise<Uint8Array>
  /** Verifies the `authorization` header: the token, bare or after `Bearer `. Throws `TOKEN_INVALID`. */
  verify(authorization: string | null): Promise<Claims>
}

export const TOKEN_ALGORITHM = 'HS256'

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
    key: loadKey,
    async verify(authorization) {
      const token = authorization?.replace(/^Bearer\s+/i, '').trim()
      if (!token) throw new ApiError('TOKEN_INVALID')
      const secret = await loadKey()
      const options = { algorithms: [TOKEN_ALGORITHM], currentDate: new Date(clock()), requiredClaims: ['exp'] }
      const { payload } = await jwtVerify(token, secret, options).catch(() => {
        throw new ApiError('TOKEN_INVALID')
      })
      const { _id: userId, username, generation = 0 } = payload
      if (typeof userId !== 'string' || typeof username !== 'string' || typeof generation !== 'number')
        throw new ApiError('TOKEN_INVALID')
      return { userId, username, generation }
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
