import { base64url, decodeProtectedHeader, errors, jwtVerify, SignJWT, type CryptoKey } from 'jose'
import { array, number, object, safeParse, string, type InferOutput } from 'valibot'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import type { Clock } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'
import type { Json } from '../../shared/json.ts'
import type { UserRow } from '../store/rows.ts'
import { ApiError } from './errorCatalogue.ts'

/** The columns of a user that a token names. */
export type Claims = Pick<UserRow, 'id' | 'username' | 'tokenVersion'>

export interface VerifiedClaims extends Claims {
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number
  keyId: string
}

export interface Tokens {
  /** Returns a token of this user that is valid for 30 days. */
  issue(user: Claims): Promise<string>
  /** Verifies the `authorization` header: the token, bare or after `Bearer `. Throws `TOKEN_INVALID`. */
  verify(authorization: string | null): Promise<VerifiedClaims>
  /** Returns whether a verified token has not expired, and its key was not revoked. Reads nothing but the keys. */
  isCurrent(claims: Pick<VerifiedClaims, 'expiresAt' | 'keyId'>): Promise<boolean>
}

const ALGORITHM = 'HS256'
const LIFETIME_SECONDS = 30 * 24 * 60 * 60

/** A key that signs tokens. The header `kid` of a token names its key; the first key of a database has no name. */
const tokenKeyShape = object({
  id: string(),
  /** 32 random bytes in base64url. */
  secret: string(),
  /** When it begins to sign tokens. */
  since: number(),
})
type TokenKey = InferOutput<typeof tokenKeyShape>

interface ImportedKey extends Pick<TokenKey, 'id' | 'since'> {
  key: CryptoKey
  /** The claims of tokens that were verified with this key: every call of a session sends the same token. */
  verified: BoundedMap<string, VerifiedClaims>
}

const MAX_VERIFIED = 10_000

/** For how long a backend uses the keys that it has read. Another process may have changed them. */
export const KEYS_MAX_AGE_MS = 30_000
/** The same for a token of an unknown key, so that many such tokens cost one read a second. */
const KEYS_MAX_AGE_FOR_UNKNOWN_MS = 1000
/** How long after its creation a key begins to sign: every process knows it by then. */
export const KEY_DELAY_MS = 60_000

/**
 * Creates the tokens of a backend: HS256 JWTs signed with a random key that is stored with the data
 * (docs/spec-decisions.md, "Identity and tokens"). A server can have several keys: the latest signs, all verify.
 */
export function createTokens(store: Store, clock: Clock): Tokens {
  let loaded: { keys: Promise<readonly ImportedKey[]>; at: number } | undefined
  /** Returns the keys, which are loaded again if they are older than this. After a failure the next call tries again. */
  const loadKeys = (maxAgeMs: number) => {
    const now = clock()
    if (loaded && Math.abs(now - loaded.at) < maxAgeMs) return loaded.keys
    const loading = { keys: importedKeysOf(store, clock), at: now }
    loading.keys.catch(() => {
      if (loaded === loading) loaded = undefined
    })
    loaded = loading
    return loading.keys
  }
  /** Returns the key with this id. Loads the keys again for an unknown one, but not for each. */
  const keyWith = async (id: string): Promise<ImportedKey | undefined> => {
    const isNamed = (key: ImportedKey) => key.id === id
    return (
      (await loadKeys(KEYS_MAX_AGE_MS)).find(isNamed) ?? (await loadKeys(KEYS_MAX_AGE_FOR_UNKNOWN_MS)).find(isNamed)
    )
  }

  return {
    async issue({ id, username, tokenVersion }) {
      const now = Math.floor(clock() / 1000)
      const keys = await loadKeys(KEYS_MAX_AGE_MS)
      const key = keys.findLast(({ since }) => since <= clock()) ?? keys[0]
      if (!key) throw new Error('There is no token key.')
      return new SignJWT({ _id: id, username, ...(tokenVersion > 0 && { tokenVersion }) })
        .setProtectedHeader({ alg: ALGORITHM, ...(key.id && { kid: key.id }) })
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(key.key)
    },
    async verify(authorization) {
      const token = authorization?.replace(/^Bearer\s+/i, '').trim()
      if (!token) throw new ApiError('TOKEN_INVALID')
      const keyId = keyIdIn(token)
      const { key, verified } = (await keyWith(keyId)) ?? refuse()
      const known = verified.get(token)
      if (known && clock() < known.expiresAt) return known
      const options = { algorithms: [ALGORITHM], currentDate: new Date(clock()), requiredClaims: ['exp'] }
      const { payload } = await jwtVerify(token, key, options).catch(refuseInvalid)
      const { _id: id, username, tokenVersion = 0, exp = 0 } = payload
      if (typeof id !== 'string' || typeof username !== 'string' || typeof tokenVersion !== 'number')
        throw new ApiError('TOKEN_INVALID')
      const claims = { id, username, tokenVersion, expiresAt: 1000 * exp, keyId }
      verified.set(token, claims)
      return claims
    },
    isCurrent: async ({ expiresAt, keyId }) => clock() < expiresAt && (await keyWith(keyId)) !== undefined,
  }
}

/** Returns the id of the key that a token says it is signed with. */
function keyIdIn(token: string): string {
  try {
    return decodeProtectedHeader(token).kid ?? ''
  } catch {
    return refuse()
  }
}

function refuse(): never {
  throw new ApiError('TOKEN_INVALID')
}

/** Says that the token is invalid. Any other failure to verify it says nothing about the token. */
function refuseInvalid(reason: unknown): never {
  if (reason instanceof errors.JOSEError) return refuse()
  throw reason
}

/** A key in the `meta` table: the secret of the only key, or after a rotation a list of keys, the latest last. */
const TOKEN_KEY = 'tokenKey'

/** Imports the keys once: from the bytes, jose would do so for every token. */
async function importedKeysOf(store: Store, clock: Clock): Promise<readonly ImportedKey[]> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const importKey = async ({ id, secret, since }: TokenKey) => ({
    id,
    since,
    key: await crypto.subtle.importKey('raw', Uint8Array.from(base64url.decode(secret)), hmac, false, [
      'sign',
      'verify',
    ]),
    verified: new BoundedMap<string, VerifiedClaims>(MAX_VERIFIED),
  })
  return Promise.all((await keysOf(store, clock)).map(importKey))
}

async function keysOf(store: Store, clock: Clock): Promise<readonly TokenKey[]> {
  const stored = keysIn(await store.read.meta.get(TOKEN_KEY))
  return stored.length > 0 ? stored : [await createKey(store, clock)]
}

function keysIn(value: Json | undefined): TokenKey[] {
  if (typeof value === 'string') return [{ id: '', secret: value, since: 0 }]
  const { success, output } = safeParse(array(tokenKeyShape), value)
  return success ? output : []
}

/** Reads or creates the key in one transaction, so that two tabs that start at the same time use the same key. */
async function createKey(store: Store, clock: Clock): Promise<TokenKey> {
  const secret = newSecret()
  return store.transaction(
    async (tx) => {
      const [existing] = keysIn(await tx.meta.get(TOKEN_KEY))
      if (existing) return existing
      await tx.meta.put(TOKEN_KEY, secret)
      return { id: '', secret, since: clock() }
    },
    { isExclusive: true },
  )
}

/**
 * Adds a key, which signs the tokens of all backends after `KEY_DELAY_MS`. Tokens of the former keys stay valid. Removes
 * keys whose last token has expired. With `revoke` it removes all former keys, after which no token is valid: backends
 * forget them after `KEYS_MAX_AGE_MS`.
 */
export async function rotateTokenKey(store: Store, clock: Clock, { revoke = false } = {}): Promise<void> {
  const secret = newSecret()
  await store.transaction(
    async (tx) => {
      const keys = keysIn(await tx.meta.get(TOKEN_KEY))
      const now = clock()
      const isInUse = (_key: TokenKey, index: number) =>
        now - (keys[index + 1]?.since ?? now) <= LIFETIME_SECONDS * 1000
      const key: TokenKey = { id: newSecret().slice(0, 8), secret, since: now + KEY_DELAY_MS }
      await tx.meta.put(TOKEN_KEY, revoke ? [key] : [...keys.filter(isInUse), key])
    },
    { isExclusive: true },
  )
}

function newSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}
