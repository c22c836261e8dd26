import { openBackend } from './backend.ts'

/** How much room Weft takes up in this browser, and how well it is kept. */
export interface StorageUse {
  /** In bytes, as far as the browser tells. */
  used: number
  quota: number
  /** Bytes by what takes them up, under the browser's names; empty where it does not tell. */
  parts: Record<string, number>
  /** Whether the browser keeps it even when room gets scarce. */
  persistent: boolean
  /** False where the browser keeps nothing at all. */
  kept: boolean
}

/** Told by Chromium alone. */
interface DetailedEstimate extends StorageEstimate {
  usageDetails?: Record<string, number>
}

/** What is used as of now. */
export async function storageUse(): Promise<StorageUse> {
  const [{ usage = 0, quota = 0, usageDetails = {} }, persistent, status] = await Promise.all([
    estimate(),
    navigator.storage?.persisted?.() ?? false,
    openBackend().then((backend) => backend.storageStatus()),
  ])
  return { used: usage, quota, parts: usageDetails, persistent, kept: status.kind !== 'memory' }
}

/** Asks the browser to keep it even when room gets scarce; answers whether it will. */
export async function persistStorage(): Promise<boolean> {
  // Not over plain http.
  return (await navigator.storage?.persist?.()) ?? false
}

async function estimate(): Promise<DetailedEstimate> {
  return (await navigator.storage?.estimate?.()) ?? {}
}
