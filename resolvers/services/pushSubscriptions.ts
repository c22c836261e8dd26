/** The devices that get the notifications of a user while Weft is closed. Each ends with the token of its session. */

import type { ReadTables, Tables } from '../store/port.ts'
import type { PushSubscriptionRow, UserRow } from '../store/rows.ts'
import { badInput } from './errorCatalogue.ts'
import {
  changeAsViewer,
  type ChangeContext,
  type Dependencies,
  type PushDevice,
  type ServiceContext,
} from './serviceContext.ts'

/** The most devices of a user. The oldest go. */
export const MAX_SUBSCRIPTIONS = 20

/**
 * Sends the viewer's notifications to a device from now on, until the session ends. Replaces what the device has
 * subscribed to before, also as another user. Throws `BAD_INPUT` for a device to which this host can send nothing.
 */
export async function addPushSubscription(ctx: ServiceContext, subscription: PushDevice): Promise<void> {
  const { expiresAt, keyId } = await ctx.tokens.verify(ctx.authorization)
  const work = async ({ tx, viewer: { id: userId, tokenVersion }, now }: ChangeContext) => {
    if (!ctx.push?.accepts(subscription)) throw badInput('endpoint', 'must be that of a push service, with its keys')
    const { endpoint, p256dh, auth } = subscription
    const former = await tx.pushSubscriptions.page('byEndpoint', { of: endpoint, limit: 1 })
    await remove(tx, former)
    await tx.pushSubscriptions.insert({
      userId,
      endpoint,
      p256dh,
      auth,
      tokenVersion,
      keyId,
      expiresAt,
      createdAt: now,
    })
    const excess = (await tx.pushSubscriptions.count('byUser', { of: userId })) - MAX_SUBSCRIPTIONS
    if (excess > 0)
      await remove(tx, await tx.pushSubscriptions.page('byUser', { of: userId, limit: excess, direction: 'ascending' }))
  }
  // One after the other: two tabs may add the same device.
  await changeAsViewer(ctx, work, { limitedAs: 'edit', viewerLock: 'change' })
}

async function remove(tx: Tables, page: readonly { row: PushSubscriptionRow }[]): Promise<void> {
  await tx.pushSubscriptions.remove(...page.map(({ row }) => keyOfPushSubscription(row)))
}

export function keyOfPushSubscription({ userId, endpoint }: PushSubscriptionRow): [userId: string, endpoint: string] {
  return [userId, endpoint]
}

/** Sends nothing more to a device of the viewer. Does nothing if it gets no notifications. */
export async function removePushSubscription(ctx: ServiceContext, endpoint: string): Promise<void> {
  const work = async ({ tx, viewer }: ChangeContext) =>
    isAddress(endpoint) && (await tx.pushSubscriptions.remove([viewer.id, endpoint]))
  await changeAsViewer(ctx, work, { limitedAs: 'edit' })
}

/** Returns whether the device with this address gets the notifications of a user. */
export async function hasPushSubscription(
  deps: Pick<Dependencies, 'store' | 'tokens'>,
  user: UserRow,
  endpoint: string,
): Promise<boolean> {
  if (!isAddress(endpoint)) return false
  const row = await deps.store.read.pushSubscriptions.get([user.id, endpoint])
  return row !== undefined && isOfSession(deps, user, row)
}

/** Whether a text may be the address of a device: not every text can be compared in every store. */
function isAddress(endpoint: string): boolean {
  return URL.canParse(endpoint) && new URL(endpoint).href === endpoint
}

/** Returns whether the session in which a device has subscribed goes on. */
export async function isOfSession(
  { tokens }: Pick<Dependencies, 'tokens'>,
  user: Pick<UserRow, 'tokenVersion'>,
  row: PushSubscriptionRow,
): Promise<boolean> {
  return row.tokenVersion === user.tokenVersion && tokens.isCurrent(row)
}

/** Returns the oldest rows whose tokens have expired, at most `limit`. */
export async function expiredPushSubscriptions(tx: ReadTables, now: number, limit: number) {
  const oldest = await tx.pushSubscriptions.page('byExpiry', { limit, direction: 'ascending' })
  return oldest.flatMap(({ row }) => (row.expiresAt < now ? [keyOfPushSubscription(row)] : []))
}
