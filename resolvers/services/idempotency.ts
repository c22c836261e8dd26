import { base64url } from 'jose'
import { DAY_MS } from '../lib/dates.ts'
import { idAfter } from '../lib/ids.ts'
import type { RowLock, Tables } from '../store/port.ts'
import type { IdempotencyKeyRow, UserRow } from '../store/rows.ts'
import { badInput } from './errorCatalogue.ts'
import {
  changeAsViewer,
  verifiedUser,
  type ChangeContext,
  type LimitedChange,
  type ServiceContext,
} from './serviceContext.ts'
import { storableTexts } from './storableTexts.ts'
import type { Claims } from './token.ts'

/** How long the key of a request is remembered. */
export const KEY_LIFETIME_MS = DAY_MS

/** A request with an idempotency key. */
export interface KeyedRequest {
  key: string
  /** A hash of the call and its arguments, which may be long. */
  hash: string
}

/** A change that may be requested again. */
interface RepeatableChange<T> {
  /** The name of the call and its arguments. With the same key, they must be the same. */
  request: readonly unknown[]
  /** What a server counts it as. */
  limitedAs: LimitedChange
  /** Whether the change makes the viewer's token invalid. A repetition is accepted with that token. */
  revokesToken?: boolean
  /** How the row of the viewer is locked, by default for reference. */
  viewerLock?: RowLock
  /** The id of the row besides the viewer's that the change locks, if many users may change it at once. */
  popularRow?: string | undefined
  /** Returns the id that the new one has to be greater than, if there is one. Default: none. */
  newestId?: (tx: Tables) => Promise<string | undefined>
  /** Makes the change. A row that it creates has the id `newId`. */
  work: (change: ChangeContext, newId: string) => Promise<T>
  /** Returns the present state of what an earlier request has changed. `resultId` is the id that it used. */
  repeat: (change: ChangeContext, resultId: string) => Promise<T>
}

/**
 * Makes a change as the viewer, as `changeAsViewer` does. If the viewer's request with the same idempotency key was
 * carried out within the last day, changes nothing and calls `repeat`. A refused request is not remembered. Throws
 * `BAD_INPUT` if the key was used for another request.
 */
export async function changeOnce<T>(
  ctx: ServiceContext,
  { request, revokesToken = false, newestId, work, repeat, ...options }: RepeatableChange<T>,
): Promise<T> {
  const keyed = await keyedRequest(ctx, request)
  const createId = async (tx: Tables) => {
    const id = ctx.ids()
    const newest = await newestId?.(tx)
    return newest !== undefined && newest >= id ? idAfter(newest) : id
  }
  if (!keyed) return changeAsViewer(ctx, async (change) => work(change, await createId(change.tx)), options)
  const workOnce = async (change: ChangeContext) => {
    const { tx, viewer, now } = change
    const newId = await createId(tx)
    const earlier = await claimRequest(tx, viewer.id, keyed, newId, now)
    return earlier ? repeat(change, earlier.resultId) : work(change, newId)
  }
  /** The first request has raised the version of the tokens, so the token of its repetition is one behind. */
  const viewerOfRepetition = (tx: Tables, claims: Claims, user: UserRow | undefined) =>
    verifiedUser(tx, claims, user).catch(async (refusal: unknown) => {
      if (!(await earlierRequest(tx, claims.id, keyed, ctx.clock()))) throw refusal
      return verifiedUser(tx, { ...claims, tokenVersion: claims.tokenVersion + 1 }, user)
    })
  const viewerOf = revokesToken ? viewerOfRepetition : undefined
  return changeAsViewer(ctx, workOnce, { ...options, viewerOf })
}

/** Returns a request with its key, or undefined without one. Throws `BAD_INPUT` for a key that is empty or too long. */
export async function keyedRequest(
  { idempotencyKey }: Pick<ServiceContext, 'idempotencyKey'>,
  request: readonly unknown[],
): Promise<KeyedRequest | undefined> {
  if (idempotencyKey == null) return undefined
  const { idempotencyKey: key } = storableTexts({ idempotencyKey })
  if (key === '') throw badInput('idempotencyKey', 'must not be empty')
  const bytes = new TextEncoder().encode(JSON.stringify(request))
  return { key, hash: base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) }
}

/**
 * Returns the row of this request if the user's was carried out within the last day. Throws `BAD_INPUT` if the key was
 * used for another request.
 */
export async function earlierRequest(
  tx: Tables,
  userId: string,
  keyed: KeyedRequest,
  now: number,
): Promise<IdempotencyKeyRow | undefined> {
  const earlier = await tx.idempotencyKeys.get([userId, keyed.key])
  return earlier && earlier.usedAt > now - KEY_LIFETIME_MS ? sameRequest(earlier, keyed) : undefined
}

/**
 * Stores the key of a request, in the transaction that carries it out, and returns undefined. Stores nothing and returns
 * the row of this request if the user's was carried out within the last day. Throws `BAD_INPUT` if the key was used for
 * another request.
 */
export async function claimRequest(
  tx: Tables,
  userId: string,
  keyed: KeyedRequest,
  resultId: string,
  usedAt: number,
): Promise<IdempotencyKeyRow | undefined> {
  const row = { userId, key: keyed.key, request: keyed.hash, resultId, usedAt }
  // Waits for a transaction that has inserted the same key first.
  if (await tx.idempotencyKeys.insertIfNew(row)) return undefined
  const earlier = await tx.idempotencyKeys.lock([userId, keyed.key], 'change')
  if (earlier && earlier.usedAt > usedAt - KEY_LIFETIME_MS) return sameRequest(earlier, keyed)
  await tx.idempotencyKeys.put(row)
  return undefined
}

/** Returns the row with the key of a request. Throws `BAD_INPUT` if it is that of another request. */
function sameRequest(earlier: IdempotencyKeyRow, { hash }: KeyedRequest): IdempotencyKeyRow {
  if (earlier.request !== hash) throw badInput('idempotencyKey', 'was already used for another request')
  return earlier
}
