export interface ToastOptions {
  /** Milliseconds until it closes by itself; `autoCloseMs` unless told. */
  autoClose?: number
}

export interface ToastMessage extends ToastOptions {
  kind: 'info' | 'success' | 'warning' | 'error'
  message: string
}

type Show = (toast: ToastMessage) => void

/** Toasts wait here, in order, until something shows them. */
const waiting: ToastMessage[] = []
let show: Show | undefined

export function post(toast: ToastMessage): void {
  if (show) show(toast)
  else waiting.push(toast)
}

/** From now on `next` shows every toast, those that waited first. Answers how to stop that. */
export function showToastsWith(next: Show): () => void {
  let stopped = false
  // StrictMode mounts everything twice: only the one that stays may take what waits.
  queueMicrotask(() => {
    if (stopped) return
    show = next
    for (const toast of waiting.splice(0)) next(toast)
  })
  return () => {
    stopped = true
    if (show === next) show = undefined
  }
}
