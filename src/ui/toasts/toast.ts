import { loadContainer } from './container.ts'
import { post, type ToastMessage, type ToastOptions } from './outbox.ts'

/** Says something in passing. The library that shows it loads with the first toast; none is lost or doubled. */
export const toast = {
  info: sender('info'),
  success: sender('success'),
  warning: sender('warning'),
  error: sender('error'),
}

function sender(kind: ToastMessage['kind']) {
  return (message: string, options: ToastOptions = {}): void => {
    post({ ...options, kind, message })
    void loadContainer()
  }
}
