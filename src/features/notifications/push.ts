/** Notifications on this device while Weft is closed (Web Push). Only a server sends them. */

import { fetchQuery, sendMutation } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { isOnServer } from '../../backend/host.ts'
import { reportError } from '../../lib/reportError.ts'
import type { SignOutReason } from '../../session/session.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { AddPushSubscriptionDocument, PushDocument, RemovePushSubscriptionDocument } from './Push.generated.ts'

export interface PushState {
  /** The key of the server, with which this browser subscribes. */
  publicKey: string
  /** Whether the server pushes the notifications of the session to this browser. */
  isOn: boolean
  /** Whether the user has refused notifications in this browser. */
  isBlocked: boolean
}

/** Returns null if this browser or its server does not support push. Stays pending while there is no service worker. */
export async function readPush(scope: SessionScope): Promise<PushState | null> {
  if (!supportsPush()) return null
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  const variables = { endpoint: subscription?.endpoint ?? '' }
  const { pushPublicKey, hasPushSubscription } = await fetchQuery(clientOf(scope), PushDocument, variables, 'no-cache')
  if (pushPublicKey === null) return null
  return { publicKey: pushPublicKey, isOn: hasPushSubscription, isBlocked: Notification.permission === 'denied' }
}

/** Asks the user for the permission, and subscribes. Rejects if the push service of the browser or the server fails. */
export async function turnPushOn(scope: SessionScope, { publicKey }: PushState): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return { publicKey, isOn: false, isBlocked: permission === 'denied' }
  const { pushManager } = await navigator.serviceWorker.ready
  // One that the server does not know, perhaps with a key that it had before.
  await (await pushManager.getSubscription())?.unsubscribe()
  await add(scope, await subscribe(pushManager, publicKey))
  return { publicKey, isOn: true, isBlocked: false }
}

export async function turnPushOff(scope: SessionScope, { publicKey }: PushState): Promise<PushState> {
  const subscription = await currentSubscription()
  if (subscription) await end(scope, subscription)
  return { publicKey, isOn: false, isBlocked: Notification.permission === 'denied' }
}

/** Subscribes again after the session has got another token, with which the former subscription has ended. */
export async function renewPush(scope: SessionScope): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) await add(scope, subscription)
}

/** Ends the subscription of this browser after the session has ended in this tab. */
export async function endPush(scope: SessionScope, signOutReason: SignOutReason): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  if (signOutReason === 'loggedOut') await end(scope, subscription)
  // The token is not valid any more.
  else await subscription.unsubscribe()
}

function supportsPush(): boolean {
  return isOnServer() && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = supportsPush() ? await navigator.serviceWorker.getRegistration() : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  try {
    // Browsers take no other subscriptions than those of which each push is shown.
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (cause) {
    throw new Error('Your browser did not reach its push service. Try again.', { cause })
  }
}

async function add(scope: SessionScope, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const input = { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
  await sendMutation(clientOf(scope), AddPushSubscriptionDocument, { input })
}

/** Ends a subscription in this browser. The server does not have to answer: its push service tells it, too. */
async function end(scope: SessionScope, subscription: PushSubscription): Promise<void> {
  const input = { endpoint: subscription.endpoint }
  sendMutation(clientOf(scope), RemovePushSubscriptionDocument, { input }).catch(reportError)
  await subscription.unsubscribe()
}
