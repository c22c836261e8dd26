import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent as ReactKeyboardEvent, type RefObject } from 'react'
import { cssTransition, toast, ToastContainer as Container, type Id } from 'react-toastify/unstyled'
import { classes } from '../classes.ts'
import { Icon } from '../images/Icon.tsx'
import { focusMain, isInUse } from '../pageFocus.ts'
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

/** How long a toast with an action stays, unless it has a group. */
const actionAutoCloseMs = 8000

/** Spec §9: some toasts close after 100 ms. Here one that a newer toast of its group replaces. */
const quickAutoCloseMs = 100

export interface ToastOptions {
  /** Names a group of toasts, of which only the latest matters. */
  group?: string
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
      latestAction()?.focus()
    })
  return pressed
}

function latestAction(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`.${styles['action']}`)].at(-1)
}

/** Shows a toast. The library keeps it until the container mounts. */
export function showToast({ kind, message, action, signal, group }: ToastMessage): void {
  if (signal?.aborted) return
  const id = toast(
    ({ closeToast }) => <ToastBody {...{ kind, message, action, signal }} close={() => closeToast(true)} />,
    {
      type: kind,
      role: kind === 'info' || kind === 'success' ? 'status' : 'alert',
      transition: document.documentElement.dataset['motion'] === 'reduced' ? false : slide,
      ...(action && group === undefined && { autoClose: actionAutoCloseMs }),
    },
  )
  if (group === undefined) return
  const former = latestOfGroups.get(group)
  // Its timer starts from the beginning.
  if (former !== undefined && toast.isActive(former)) toast.update(former, { autoClose: quickAutoCloseMs })
  latestOfGroups.set(group, id)
}

const latestOfGroups = new Map<string, Id>()

interface ToastBodyProps {
  kind: ToastMessage['kind']
  message: string
  action: ToastMessage['action']
  signal: ToastMessage['signal']
  close: () => void
}

function ToastBody({ kind, message, action, signal, close }: ToastBodyProps) {
  const closeNow = useEffectEvent(close)
  const isUsed = useRef(false)
  const actionButton = useRef<HTMLButtonElement>(null)
  const returnFocus = useReachableAction(actionButton)
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
          ref={actionButton}
          className={styles.action}
          onKeyDown={(event) => event.shiftKey && returnFocus(event)}
          onClick={() => {
            // Several presses may come before the toast has closed.
            if (isUsed.current) return
            isUsed.current = true
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
        onKeyDown={(event) => !event.shiftKey && returnFocus(event)}
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

/**
 * Makes the action of the latest toast the next stop of Tab, unless the user types or has moved the focus, and stops the
 * time of the toast until the next key or movement of the pointer. Returns a function that handles Tab at the ends of the
 * toast: it leads back to where the focus was.
 */
function useReachableAction(action: RefObject<HTMLButtonElement | null>) {
  const origin = useRef<Element>(null)
  useEffect(() => {
    const button = action.current
    const toastElement = button?.closest<HTMLElement>(`.${styles['toast']}`)
    if (!button || !toastElement) return undefined
    const focused = document.activeElement
    toastElement.dataset['waits'] = ''
    const go = () => delete toastElement.dataset['waits']
    const onKeyDown = (event: KeyboardEvent) => {
      go()
      const current = document.activeElement
      // If nothing had the focus, or what had it has been removed since, the user has not moved it.
      const hadFocus = focused !== document.body && focused?.isConnected
      const isMoved = isInUse(current) || (hadFocus && focused !== current)
      if (!isPlainTab(event) || event.shiftKey || event.defaultPrevented || isMoved || button !== latestAction()) return
      event.preventDefault()
      // Only once: the next Tab goes on.
      stop.abort()
      origin.current = current
      button.focus()
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('keydown', onKeyDown, { signal })
    for (const type of ['pointermove', 'pointerdown', 'wheel']) document.addEventListener(type, go, { signal })
    return () => stop.abort()
  }, [action])

  return (event: ReactKeyboardEvent) => {
    const { current } = origin
    if (!isPlainTab(event) || !(current instanceof HTMLElement) || !current.isConnected) return
    event.preventDefault()
    // Only once: later, Tab also leads past the toast, to the start of the page.
    origin.current = null
    current.focus()
  }
}

function isPlainTab({ key, altKey, ctrlKey, metaKey }: KeyboardEvent | ReactKeyboardEvent): boolean {
  return key === 'Tab' && !altKey && !ctrlKey && !metaKey
}
