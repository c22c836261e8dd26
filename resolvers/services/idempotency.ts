import { base64url } from 'jose'
import { DAY_MS } from '../lib/dates.ts'
import { badInput } from './errors.ts'
import { changeAsViewer, type ChangeContext, type ServiceContext } from './serviceContext.ts'
import { storableTexts } from './storableTexts.ts'

/** How long the key of a request is remembered. */
export const KEY_LIFETIME_MS = DAY_MS

/** A change that may be requested again. */
interface RepeatableChange<T> {
  /** The name of the call and its arguments. With the same key, they must be the same. */
  request: readonly unknown[]
  /** Makes the change. A row that it creates has the id `newId`. */
  work: (change: ChangeContext, newId: string) => Promise<T>
  /** Returns the present state of what an earlier request has changed. `newId` is the id that it used. */
  repeat: (change: ChangeContext, newId: string) => Promise<T>
}

/**
 * Makes a change as the viewer, as `changeAsViewer` does. If the viewer's request with the same idempotency key was
 * carried out within the last day, changes nothing and calls `repeat`. A refused request is not remembered. Throws
 * `BAD_INPUT` if the key was used for another request.
 */
export async function changeOnce<T>(ctx: ServiceContext, { request, work, repeat }: RepeatableChange<T>): Promise<T> {
  const { idempotencyKey } = ctx
  if (idempotencyKey == null) return changeAsViewer(ctx, (change) => work(change, ctx.ids()))
  const hash = await hashOf(request)
  return changeAsViewer(ctx, async (change) => {
    const { tx, viewer, now } = change
    const { idempotencyKey: key } = storableTexts({ idempotencyKey })
    if (key === '') throw badInput('idempotencyKey', 'must not be empty')
    const earlier = await tx.idempotencyKeys.get(viewer.id, key)
    if (earlier && earlier.usedAt > now - KEY_LIFETIME_MS) {
      if (earlier.request !== hash) throw badInput('idempotencyKey', 'was already used for another request')
      return repeat(change, earlier.resultId)
    }
    const newId = ctx.ids()
    await tx.idempotencyKeys.put({ userId: viewer.id, key, request: hash, resultId: newId, usedAt: now })
    return work(change, newId)
  })
}

/** Returns a SHA-256 hash of the call and its arguments, which may be long. */
async function hashOf(request: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(request))
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
