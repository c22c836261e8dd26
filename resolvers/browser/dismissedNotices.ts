import { broadcastTarget } from '../events/broadcast.ts'
import type { Store } from '../store/port.ts'

/** A notice that, once dismissed in one tab, is dismissed in all of them for good. */
export interface NoticeDismissal {
  dismiss: () => Promise<void>
  /** Calls `listener` when any tab dismisses the notice. Returns the function that unsubscribes. */
  subscribeToDismissal: (listener: () => void) => () => void
}

/** `key` is where the `meta` table stores that the notice was dismissed. */
export function noticeDismissal(store: Store, key: string): NoticeDismissal {
  const openChannel = () => broadcastTarget(`weft ${key}`)
  return {
    async dismiss() {
      await store.transaction((tx) => tx.meta.put(key, true))
      const channel = openChannel()
      channel.dispatchEvent(new CustomEvent('dismissed'))
      channel.close()
    },
    subscribeToDismissal(listener) {
      const channel = openChannel()
      channel.addEventListener('dismissed', listener)
      return () => channel.close()
    },
  }
}
