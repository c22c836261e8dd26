import { createElement, type ReactNode } from 'react'
import { createStore, useStore } from '../../lib/createStore.ts'

/** Spec §9: toasts close by themselves after 5 s, some after 100 ms, and a drag over 80 % of their width dismisses them. */
export const autoCloseMs = 5000
export const quickAutoCloseMs = 100
export const dragToDismissPercent = 80

interface ToastOptions {
  /** Milliseconds until it closes by itself. Default: `autoCloseMs`. */
  autoClose?: number
}

export interface ToastMessage extends ToastOptions {
  kind: 'info' | 'success' | 'warning' | 'error'
  message: string
}

type ShowToast = (toast: ToastMessage) => void

/** Shows a short message. The library that draws it loads with the first toast; messages wait for it in order. */
export const toast = {
  info: sender('info'),
  success: sender('success'),
  warning: sender('warning'),
  error: sender('error'),
}

const waiting: ToastMessage[] = []
let show: ShowToast | undefined
const container = createStore<ReactNode>(null)
let isLoading = false

/** The place where toasts appear. Mount it once, at the root of the app. */
export function Toasts() {
  return useStore(container)
}

/** Shows every toast with `next` from now on, the waiting ones first. Returns a function that stops it. */
export function showToastsWith(next: ShowToast): () => void {
  let isStopped = false
  // StrictMode mounts twice: only the mount that stays may take the waiting toasts.
  queueMicrotask(() => {
    if (isStopped) return
    show = next
    for (const message of waiting.splice(0)) next(message)
  })
  return () => {
    isStopped = true
    if (show === next) show = undefined
  }
}

function sender(kind: ToastMessage['kind']) {
  return (message: string, options: ToastOptions = {}): void => {
    const next = { ...options, kind, message }
    if (show) show(next)
    else waiting.push(next)
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
    // Probably offline: the next toast tries again and shows the waiting ones first.
  } finally {
    isLoading = false
  }
}
