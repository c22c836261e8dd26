/**
 * Spec §9: toasts close by themselves after 5 s, some after 100 ms, and a drag over 80 % of their width dismisses them.
 */
export const autoCloseMs = 5000
export const quickAutoCloseMs = 100
export const dragToDismissPercent = 80

export interface ToastOptions {
  /** Milliseconds until it closes by itself. Default: `autoCloseMs`. */
  autoClose?: number
}

export interface ToastMessage extends ToastOptions {
  kind: 'info' | 'success' | 'warning' | 'error'
  message: string
}

type ShowToast = (toast: ToastMessage) => void

const waiting: ToastMessage[] = []
let show: ShowToast | undefined

/** Shows a toast, or keeps it until `showToastsWith` is called. */
export function enqueueToast(toast: ToastMessage): void {
  if (show) show(toast)
  else waiting.push(toast)
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
