import type { LabStore, LabValues } from '../../resolvers/browser/lab.ts'

const LOCK = 'weft lab store'

/** A store of the lab in `localStorage`, for a page whose data is on a server. */
export function localLabStore(): LabStore {
  const meta: LabValues = {
    get: async (key) => {
      const text = localStorage.getItem(key)
      return text === null ? undefined : JSON.parse(text)
    },
    put: async (key, value) => localStorage.setItem(key, JSON.stringify(value)),
  }
  return {
    read: { meta },
    // Locks need https or localhost. Without them, two tabs may count the same operation.
    transaction: async (work) =>
      'locks' in navigator ? navigator.locks.request(LOCK, () => work({ meta })) : work({ meta }),
  }
}
