import { createElement, type ReactNode } from 'react'
import { createStore, useStore } from '../../lib/createStore.ts'
import { enqueueToast, type ToastMessage, type ToastOptions } from './toastQueue.ts'

/** Shows a short message. The toast library loads with the first one; messages wait for it in order. */
export const toast = {
  info: sender('info'),
  success: sender('success'),
  warning: sender('warning'),
  error: sender('error'),
}

const container = createStore<ReactNode>(null)
let isLoading = false

/** Renders the toasts. Mount it once, at the root of the app. */
export function Toasts() {
  return useStore(container)
}

function sender(kind: ToastMessage['kind']) {
  return (message: string, options: ToastOptions = {}): void => {
    enqueueToast({ ...options, kind, message })
    void loadContainer()
  }
}

async function loadContainer(): Promise<void> {
  if (container.get() || isLoading) return
  isLoading = true
  try {
    const { ToastContainer } = await import('./ToastContainer.tsx')
    container.set(createElement(ToastContainer))
  } catch {
    // Probably offline. The next toast tries again and shows the waiting ones first.
  } finally {
    isLoading = false
  }
}
