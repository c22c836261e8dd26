import { broadcastTarget } from '../lib/broadcast.ts'
import type { Store } from '../store/port.ts'

/** Dismisses a notice for good, in all tabs. */
export interface NoticeDismissal {
  dismiss: () => Promise<void>
  /** Calls `listener` when any tab dismisses the notice. Returns the function that unsubscribes. */
  subscribeToDismissal: (listener: () => void) => () => void
}

/** Creates the dismissal of a notice. It is stored under `key` in the `meta` table. */
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
