import { base64url, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'
import { ApiError } from './errors.ts'

/** What a token says about its user. */
export interface Claims {
  userId: string
  username: string
}

export interface Tokens {
  issue(claims: Claims): Promise<string>
  /** Takes the `authorization` header: the token, bare or after `Bearer `. Throws `TOKEN_INVALID`. */
  verify(authorization: string | null): Promise<Claims>
}

const algorithm = 'HS256'
const lifetimeInSeconds = 30 * 24 * 60 * 60

/**
 * Creates the tokens of a backend: HS256 JWTs signed with a random key that is stored with the data
 * (docs/spec-decisions.md, "Identity and tokens").
 */
export function createTokens(store: Store, clock: Clock): Tokens {
  let key: Promise<Uint8Array> | undefined
  /** Reads the key once; after a failure the next call tries again. */
  const loadKey = () =>
    (key ??= keyOf(store).catch((reason: unknown) => {
      key = undefined
      throw reason
    }))
  const seconds = () => Math.floor(clock() / 1000)

  return {
    async issue({ userId, username }) {
      return new SignJWT({ _id: userId, username })
        .setProtectedHeader({ alg: algorithm })
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + lifetimeInSeconds)
        .sign(await loadKey())
    },
    async verify(authorization) {
      const token = authorization?.replace(/^Bearer\s+/i, '').trim()
      if (!token) throw new ApiError('TOKEN_INVALID')
      const secret = await loadKey()
      const options = { algorithms: [algorithm], currentDate: new Date(clock()), requiredClaims: ['exp'] }
      const { payload } = await jwtVerify(token, secret, options).catch(() => {
        throw new ApiError('TOKEN_INVALID')
      })
      const { _id: userId, username } = payload
      if (typeof userId !== 'string' || typeof username !== 'string') throw new ApiError('TOKEN_INVALID')
      return { userId, username }
    },
  }
}

const keyName = 'tokenKey'

/** In a transaction, so that two tabs that start at the same time use the same key. */
async function keyOf(store: Store): Promise<Uint8Array> {
  const fresh = base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
  const stored = await store.transaction(async (tx) => {
    const known = await tx.meta.get(keyName)
    if (typeof known === 'string') return known
    await tx.meta.put(keyName, fresh)
    return fresh
  })
  return base64url.decode(stored)
}
