import { createElement, type ReactNode } from 'react'
import { createStore, useStore } from '../../lib/createStore.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { reconnections } from '../../lib/reconnections.ts'
import type { ToastMessage, ToastOptions } from './ToastContainer.tsx'

/** Shows a short message. The toast library loads with the first one. */
export const toast = {
  info: sender('info'),
  success: sender('success'),
  warning: sender('warning'),
  error: sender('error'),
}

const loadContainer = loadModule(() => import('./ToastContainer.tsx'))

/** The container of the page's toasts, once it has loaded: sessions begin and end with toasts. */
const container = createStore<ReactNode>(null)

/**
 * Renders the toasts. Mount it once, at the root of the app and outside of `StrictMode`: the library shows the toasts
 * that wait for the container when it mounts first.
 */
export function Toasts() {
  return useStore(container)
}

function sender(kind: ToastMessage['kind']) {
  return (message: string, options: ToastOptions = {}): void => {
    void show({ ...options, kind, message })
  }
}

async function show(message: ToastMessage): Promise<void> {
  try {
    const { ToastContainer, showToast } = await loadContainer()
    container.update((current) => current ?? createElement(ToastContainer))
    showToast(message)
  } catch {
    // Probably offline.
    const unsubscribe = reconnections.subscribe(() => {
      unsubscribe()
      void show(message)
    })
  }
}
