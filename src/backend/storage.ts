import { openInBrowserBackend } from './openBackend.ts'

/** How much storage Weft uses in this browser, and whether the browser may clear it. */
export interface StorageUse {
  /** In bytes, as reported by the browser. */
  used: number
  /** In bytes. */
  quota: number
  /** Bytes by kind of storage, with the browser's names. Empty if the browser does not report them. */
  parts: Record<string, number>
  /** Whether the browser keeps the data even if space runs low. */
  isPersisted: boolean
  /** Whether the data is in a database; false if the browser stores nothing. */
  hasDatabase: boolean
}

/** Reported by Chromium only. */
interface DetailedEstimate extends StorageEstimate {
  usageDetails?: Record<string, number>
}

export async function storageUse(): Promise<StorageUse> {
  const [{ usage = 0, quota = 0, usageDetails = {} }, isPersisted, status] = await Promise.all([
    estimate(),
    navigator.storage?.persisted?.() ?? false,
    openInBrowserBackend().then((backend) => backend.storageStatus()),
  ])
  return { used: usage, quota, parts: usageDetails, isPersisted, hasDatabase: status.kind !== 'memory' }
}

/** Asks the browser to keep the data even if space runs low. Resolves to whether the browser agrees. */
export async function persistStorage(): Promise<boolean> {
  // Unavailable over plain http.
  return (await navigator.storage?.persist?.()) ?? false
}

async function estimate(): Promise<DetailedEstimate> {
  return (await navigator.storage?.estimate?.()) ?? {}
}
