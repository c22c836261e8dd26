import { createElement, type ReactNode } from 'react'

const listeners = new Set<() => void>()
let container: ReactNode = null
let loading = false

/** Fetches the part that shows toasts, unless it is there or on its way. */
export async function loadContainer(): Promise<void> {
  if (container || loading) return
  loading = true
  try {
    const { ToastContainer } = await import('./ToastContainer.tsx')
    container = createElement(ToastContainer)
    for (const listener of listeners) listener()
  } catch {
    // Offline, most likely: what waits in the outbox goes out after the next toast that gets through.
  } finally {
    loading = false
  }
}

export function loadedContainer(): ReactNode {
  return container
}

export function subscribeToContainer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
