/** Spec §9: toasts close after 5 s, some after 100 ms. A drag over 80 % of the width dismisses a toast. */
export const autoCloseMs = 5000
export const quickAutoCloseMs = 100
export const dragToDismissPercent = 80

/** How long a toast with an action stays. */
export const actionAutoCloseMs = 8000

export interface ToastOptions {
  /** Milliseconds until the toast closes. Default: `autoCloseMs`, or `actionAutoCloseMs` with an action. */
  autoClose?: number
  /** A button in the toast. The toast closes when it is pressed. */
  action?: { label: string; run: () => void }
  /** Closes the toast when it aborts. */
  signal?: AbortSignal
}

export interface ToastMessage extends ToastOptions {
  kind: 'info' | 'success' | 'warning' | 'error'
  message: string
}

type ShowToast = (toast: ToastMessage) => void

const waiting: ToastMessage[] = []
let show: ShowToast | undefined

/** Shows a toast, or queues it until `showToastsWith` is called. */
export function enqueueToast(toast: ToastMessage): void {
  if (show) show(toast)
  else waiting.push(toast)
}

/** Shows the waiting and all later toasts with `next`. Returns a function that stops this. */
export function showToastsWith(next: ShowToast): () => void {
  let isStopped = false
  // StrictMode mounts twice: waits a microtask, so that the first mount does not take the waiting toasts.
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
