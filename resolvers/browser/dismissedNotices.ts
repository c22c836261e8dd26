import { broadcastTarget } from './broadcast.ts'
import type { Store } from '../store/port.ts'

/** Of a notice that, dismissed in one tab, is gone in all, for good. */
export interface Dismissal {
  dismiss: () => Promise<void>
  /** Hears of it, wherever it happens, until the answer is called. */
  whenDismissed: (hear: () => void) => () => void
}

/** Kept under this key. */
export function dismissal(store: Store, key: string): Dismissal {
  const tabs = () => broadcastTarget(`weft ${key}`)
  return {
    async dismiss() {
      await store.transaction((tx) => tx.meta.put(key, true))
      const told = tabs()
      told.dispatchEvent(new CustomEvent('dismissed'))
      told.close()
    },
    whenDismissed(hear) {
      const heard = tabs()
      heard.addEventListener('dismissed', hear)
      return () => heard.close()
    },
  }
}
