import { tryStorage } from '../lib/tryStorage.ts'

/**
 * The user whose deletion this device has requested, until the response arrives. A page that is reloaded before reads
 * here why the backend no longer knows the user.
 */
const key = 'deletion_request'

export function storeDeletionRequest(userId: string): void {
  tryStorage(() => localStorage.setItem(key, userId))
}

export function removeDeletionRequest(): void {
  tryStorage(() => localStorage.removeItem(key))
}

export function requestedDeletion(): string | undefined {
  return tryStorage(() => localStorage.getItem(key)) ?? undefined
}
