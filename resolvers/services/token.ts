import { is, number, object, optional, string } from 'valibot'
import { base64UrlOf, bytesOfBase64Url } from '../lib/base64.ts'
import type { Clock } from '../lib/dates.ts'
import { importSigningKey, readJwt, signJwt, type SigningKey } from '../lib/jwt.ts'
import type { Store } from '../store/port.ts'
import type { UserRow } from '../store/rows.ts'
import { ApiError } from './errors.ts'

/** The user that a token names. */
export interface Claims {
  userId: string
  username: string
  /** The `tokenGeneration` of the user when the token was issued. */
  generation: number
}

export function claimsOf({ id, username, tokenGeneration }: UserRow): Claims {
  return { userId: id, username, generation: tokenGeneration }
}

export interface Tokens {
  /** Returns a token that is valid for 30 days. */
  issue(claims: Claims): Promise<string>
  /** Verifies the `authorization` header: the token, bare or after `Bearer `. Throws `TOKEN_INVALID`. */
  verify(authorization: string | null): Promise<Claims>
}

/** The payload of a token. */
const payloadSchema = object({ _id: string(), username: string(), generation: optional(number()), exp: number() })

const LIFETIME_SECONDS = 30 * 24 * 60 * 60

/**
 * Creates the tokens of a backend: HS256 JWTs signed with a random key that is stored with the data
 * (docs/spec-decisions.md, "Identity and tokens").
 */
export function createTokens(store: Store, clock: Clock): Tokens {
  let key: Promise<SigningKey> | undefined
  /** Loads the key once. After a failure the next call tries again. */
  const loadKey = () =>
    (key ??= keyOf(store).catch((reason: unknown) => {
      key = undefined
      throw reason
    }))
  const seconds = () => Math.floor(clock() / 1000)

  return {
    async issue({ userId, username, generation }) {
      const iat = seconds()
      const claims = { _id: userId, username, ...(generation > 0 && { generation }), iat, exp: iat + LIFETIME_SECONDS }
      return signJwt(claims, await loadKey())
    },
    async verify(authorization) {
      const token = authorization?.replace(/^Bearer\s+/i, '').trim()
      if (!token) throw new ApiError('TOKEN_INVALID')
      const signingKey = await loadKey()
      const payload = await readJwt(token, signingKey).catch(() => undefined)
      if (!is(payloadSchema, payload) || payload.exp <= seconds()) throw new ApiError('TOKEN_INVALID')
      const { _id: userId, username, generation = 0 } = payload
      return { userId, username, generation }
    },
  }
}

/** A key in the `meta` table. */
const TOKEN_KEY = 'tokenKey'

/** Reads or creates the key in one transaction, so that two tabs that start at the same time use the same key. */
async function keyOf(store: Store): Promise<SigningKey> {
  const created = base64UrlOf(crypto.getRandomValues(new Uint8Array(32)))
  const stored = await store.transaction(async (tx) => {
    const existing = await tx.meta.get(TOKEN_KEY)
    if (typeof existing === 'string') return existing
    await tx.meta.put(TOKEN_KEY, created)
    return created
  })
  return importSigningKey(bytesOfBase64Url(stored))
}
