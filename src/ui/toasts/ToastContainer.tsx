import { useEffect } from 'react'
import { cssTransition, toast, ToastContainer as Container } from 'react-toastify/unstyled'
import { classes } from '../classes.ts'
import { showToastsWith, type ToastMessage } from './outbox.ts'
import { autoCloseMs, dragToDismissPercent } from './timing.ts'
import { ToastBody } from './ToastBody.tsx'
import styles from './ToastContainer.module.css'

const slide = cssTransition({
  enter: classes(styles.enter),
  exit: classes(styles.exit),
  collapseDuration: 220,
})

/** The part of the toasts that loads with the first of them. */
export function ToastContainer() {
  useEffect(() => showToastsWith(show), [])

  return (
    <Container
      className={() => classes(styles.list)}
      toastClassName={(context) => classes(styles.toast, context?.type && styles[context.type])}
      progressClassName={() => classes(styles.timer)}
      autoClose={autoCloseMs}
      draggable
      draggablePercent={dragToDismissPercent}
      // Hover and keyboard focus pause the line in CSS: the library knows no focus, and on touch takes a tap for a hover.
      pauseOnHover={false}
      // Ours shows all the same, but is not read out.
      hideProgressBar
      hotKeys={isShortcut}
      closeButton={false}
      icon={false}
    />
  )
}

/** Alt+T leads to the first toast. The library would hold all of them from then on; the one with the focus is enough. */
function isShortcut(event: KeyboardEvent): boolean {
  const pressed = event.altKey && event.code === 'KeyT'
  if (pressed) queueMicrotask(() => toast.play())
  return pressed
}

function show({ kind, message, autoClose }: ToastMessage): void {
  toast(({ closeToast }) => <ToastBody kind={kind} message={message} close={() => closeToast(true)} />, {
    type: kind,
    role: kind === 'info' || kind === 'success' ? 'status' : 'alert',
    transition: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : slide,
    ...(autoClose !== undefined && { autoClose }),
  })
}
