import { object, safeParse, string, type InferOutput } from 'valibot'
import webPush from 'web-push'
import type { Store } from '../../resolvers/store/port.ts'

/** The keys by which push services know a server (VAPID, RFC 8292), in base64url. */
const keysShape = object({ publicKey: string(), privateKey: string() })
export type PushKeys = InferOutput<typeof keysShape>

/** The key in the `meta` table, beside that of the keys of tokens. */
const PUSH_KEYS = 'pushKeys'

/** Reads the keys of a database, or creates them. All processes get the same. */
export async function pushKeysOf(store: Store): Promise<PushKeys> {
  const stored = safeParse(keysShape, await store.read.meta.get(PUSH_KEYS))
  if (stored.success) return stored.output
  const created = webPush.generateVAPIDKeys()
  return store.transaction(
    async (tx) => {
      const existing = safeParse(keysShape, await tx.meta.get(PUSH_KEYS))
      if (existing.success) return existing.output
      await tx.meta.put(PUSH_KEYS, { ...created })
      return created
    },
    { isExclusive: true },
  )
}
