import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { Clock } from '../../resolvers/lib/dates.ts'
import type { Push, PushDevice } from '../../resolvers/services/serviceContext.ts'
import { isOfSession, keyOfPushSubscription, MAX_SUBSCRIPTIONS } from '../../resolvers/services/pushSubscriptions.ts'
import { createTokens } from '../../resolvers/services/token.ts'
import type { Store } from '../../resolvers/store/port.ts'
import type { NotificationRow, PushSubscriptionRow } from '../../resolvers/store/rows.ts'
import type { PushMessage } from '../../shared/notificationTexts.ts'
import { isAllowedEndpoint, lookUpPublic, type AllowedEndpoints } from './pushEndpoints.ts'
import { pushKeysOf, type PushKeys } from './pushKeys.ts'
import { pushMessageOf } from './pushMessage.ts'

/** What has become of a message: `gone` if the device takes no more, `dropped` if too many were under way. */
export type PushResult = 'sent' | 'gone' | 'failed' | 'dropped'

interface PushOptions {
  store: Store
  clock: Clock
  /** Where push services reach who runs the server: an address of `mailto:` or `https:`. */
  contact: string
  endpoints: AllowedEndpoints
  /** Aborts when the server stops. */
  signal: AbortSignal
  onResult: (result: PushResult) => void
  /** Receives why a push service did not take a message. */
  onFailure: (error: unknown) => void
  report: (error: unknown) => void
}

/** How long a push service keeps a message for a device that is off, in seconds: a day. */
const TTL_SECONDS = 24 * 60 * 60
/** How long a push service may take to answer. */
const ANSWER_MS = 10_000
/** The most messages under way. */
const MAX_OPEN = 500

/** Sends notifications to the devices of users, each once: what a push service does not take is not sent again. */
export async function createPush(options: PushOptions): Promise<Push> {
  const { store, clock, endpoints, signal, onResult, onFailure, report } = options
  const keys = await pushKeysOf(store)
  const tokens = createTokens(store, clock)
  let open = 0

  const send = async (device: PushSubscriptionRow, message: PushMessage): Promise<PushResult> => {
    if (open >= MAX_OPEN) return 'dropped'
    open += 1
    try {
      const status = await post(device, message, { ...options, keys })
      if (status === 404 || status === 410) return 'gone'
      if (status < 300) return 'sent'
      onFailure(Object.assign(new Error('A push service has refused a message'), { code: status }))
    } catch (error) {
      if (!signal.aborted) onFailure(error)
    } finally {
      open -= 1
    }
    return 'failed'
  }

  /** Removes a device, unless it has subscribed again meanwhile. */
  const remove = (device: PushSubscriptionRow) =>
    store.transaction(async (tx) => {
      const key = keyOfPushSubscription(device)
      const current = await tx.pushSubscriptions.lock(key, 'remove')
      if (current?.createdAt === device.createdAt) await tx.pushSubscriptions.remove(key)
    })

  const deliverTo = async (devices: readonly PushSubscriptionRow[], notification: NotificationRow) => {
    const [user] = await store.read.users.getSummaries([notification.userId])
    if (user?.state !== 'active') return
    const message = await pushMessageOf(store.read, notification)
    if (!message) return
    const sendTo = async (device: PushSubscriptionRow) => {
      const result = (await isOfSession({ tokens }, user, device)) ? await send(device, message) : 'gone'
      onResult(result)
      if (result === 'gone') await remove(device)
    }
    await Promise.all(devices.map(sendTo))
  }

  const deliver = async (notifications: readonly NotificationRow[]) => {
    const requests = notifications.map(({ userId }) => ({ of: userId, limit: MAX_SUBSCRIPTIONS }))
    const pages = await store.read.pushSubscriptions.pages('byUser', requests)
    await Promise.all(
      notifications.map(async (notification, index) => {
        const devices = (pages[index] ?? []).map(({ row }) => row)
        if (devices.length > 0) await deliverTo(devices, notification)
      }),
    )
  }

  return {
    publicKey: keys.publicKey,
    accepts: (subscription) => isAllowedEndpoint(subscription.endpoint, endpoints) && canEncryptFor(subscription),
    deliver(notifications) {
      deliver(notifications).catch((error: unknown) => {
        // The store may have been closed meanwhile.
        if (!signal.aborted) report(error)
      })
    },
  }
}

/** The lengths of both keys in base64url. */
const keyPatterns = { p256dh: /^[\w-]{87}=?$/, auth: /^[\w-]{22}(==)?$/ }

/** Returns whether these are keys of a device: a point of the curve, and a secret. */
function canEncryptFor({ p256dh, auth }: PushDevice): boolean {
  if (!keyPatterns.p256dh.test(p256dh) || !keyPatterns.auth.test(auth)) return false
  try {
    webPush.encrypt(p256dh, auth, '', 'aes128gcm')
    return true
  } catch {
    return false
  }
}

/** Sends a message to a push service (RFC 8030), encrypted for the device (RFC 8291). Resolves with the status. */
async function post(
  { endpoint, p256dh, auth }: PushDevice,
  message: PushMessage,
  { contact, endpoints, keys, signal }: Pick<PushOptions, 'contact' | 'endpoints' | 'signal'> & { keys: PushKeys },
): Promise<number> {
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: TTL_SECONDS,
      urgency: 'normal',
      // Of the messages that wait for a device, the push service keeps the last one with this name.
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
    },
  )
  const { request } = endpoint.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    request(endpoint, {
      method,
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      ...(endpoints === 'public' && { lookup: lookUpPublic }),
    })
      .on('response', (response) => {
        // The body says nothing more, and may be long.
        response.destroy()
        resolve(response.statusCode ?? 0)
      })
      .on('error', reject)
      .end(body)
  })
}
