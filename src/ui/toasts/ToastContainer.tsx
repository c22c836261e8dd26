import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { cssTransition, toast, ToastContainer as Container } from 'react-toastify/unstyled'
import { classes } from '../classes.ts'
import { Icon } from '../images/Icon.tsx'
import { focusMain } from '../pageFocus.ts'
import styles from './ToastContainer.module.css'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: OctagonAlert }

const slide = cssTransition({
  enter: classes(styles.enter),
  exit: classes(styles.exit),
  collapseDuration: 220,
})

/** Spec §9: toasts close after 5 s. A drag over 80 % of the width dismisses a toast. */
const autoCloseMs = 5000
const dragToDismissPercent = 80

/** How long a toast with an action stays. */
const actionAutoCloseMs = 8000

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

/** Renders the toasts. Its code loads with the first toast. */
export function ToastContainer() {
  return (
    <Container
      className={() => classes(styles.list)}
      toastClassName={(context) => classes(styles.toast, context?.type && styles[context.type])}
      progressClassName={() => classes(styles.timer)}
      autoClose={autoCloseMs}
      draggable
      draggablePercent={dragToDismissPercent}
      // CSS pauses the timer instead: the library ignores keyboard focus and treats a tap as a hover.
      pauseOnHover={false}
      // Hides the timer from assistive technology only.
      hideProgressBar
      hotKeys={isShortcut}
      closeButton={false}
      icon={false}
    />
  )
}

/** Alt+T focuses the latest action, else the first toast. Resumes the others, which the library would pause too. */
function isShortcut(event: KeyboardEvent): boolean {
  const pressed = event.altKey && event.code === 'KeyT'
  if (pressed)
    queueMicrotask(() => {
      toast.play()
      const actions = document.querySelectorAll<HTMLElement>(`.${styles['action']}`)
      actions[actions.length - 1]?.focus()
    })
  return pressed
}

/** Shows a toast. The library keeps it until the container mounts. */
export function showToast({
  kind,
  message,
  action,
  signal,
  autoClose = action && actionAutoCloseMs,
}: ToastMessage): void {
  if (signal?.aborted) return
  toast(({ closeToast }) => <ToastBody {...{ kind, message, action, signal }} close={() => closeToast(true)} />, {
    type: kind,
    role: kind === 'info' || kind === 'success' ? 'status' : 'alert',
    transition: document.documentElement.dataset['motion'] === 'reduced' ? false : slide,
    ...(autoClose !== undefined && { autoClose }),
  })
}

interface ToastBodyProps {
  kind: ToastMessage['kind']
  message: string
  action: ToastMessage['action']
  signal: ToastMessage['signal']
  close: () => void
}

function ToastBody({ kind, message, action, signal, close }: ToastBodyProps) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (signal?.aborted) closeNow()
    signal?.addEventListener('abort', closeNow)
    return () => signal?.removeEventListener('abort', closeNow)
  }, [signal])

  return (
    <>
      <Icon of={icons[kind]} />
      <p className={styles.message}>{message}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label="Dismiss"
        onClick={() => {
          // The button goes with the toast.
          focusMain()
          close()
        }}
      >
        <Icon of={X} />
      </button>
    </>
  )
}
