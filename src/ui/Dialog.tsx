import { useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'

interface DialogProps {
  /** The id of its heading. */
  labelledBy: string
  /** The id of the text to read out when it opens. */
  describedBy?: string
  /** Whether it interrupts for a confirmation. */
  alert?: boolean
  wide?: boolean
  /** Called when the dialog has closed: with Escape or Back, a press outside, or a form of the method `dialog`. */
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open from the start; on a phone a sheet at the bottom. The browser then returns the focus. */
export function Dialog({ labelledBy, describedBy, alert = false, wide = false, onClose, children }: DialogProps) {
  /** Whether the press began and ended on the backdrop. Releasing elsewhere also fires a click on the dialog. */
  const isOutside = useRef(false)
  return (
    <Modal
      ref={useRef(null)}
      className={classes(styles.dialog, wide && styles.wide)}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={onClose}
      // The content covers the dialog, so a press on the dialog itself is on its backdrop.
      onPointerDown={({ target, currentTarget }) => (isOutside.current = target === currentTarget)}
      onPointerUp={({ target, currentTarget }) => (isOutside.current &&= target === currentTarget)}
      // Not before: the click of a touch would then hit what is below the dialog.
      onClick={({ target, currentTarget }) => isOutside.current && target === currentTarget && currentTarget.close()}
    >
      <div className={styles.content}>{children}</div>
    </Modal>
  )
}

interface ModalProps extends ComponentProps<'dialog'> {
  ref: RefObject<HTMLDialogElement | null>
  onClose: () => void
}

/**
 * A `dialog` element that is modal from the start. It has an entry in the history, so that the browser's Back closes it
 * instead of leaving the page. Links in it must replace that entry.
 */
export function Modal({ ref, onClose, ...props }: ModalProps) {
  useEffect(() => {
    let removesFormerEntry = isGoingBack
    ref.current?.showModal()
    addOwnEntry()
    const onBack = () => {
      if (removesFormerEntry) addOwnEntry()
      else if (!hasOwnEntry()) ref.current?.close()
      removesFormerEntry = false
    }
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      // A dialog that is removed while it is open sends no `close`. Not at once: React's strict mode mounts it again. A
      // redirect, such as that after a log-out, replaces the entry before, and happens again at the entry below.
      if (hasOwnEntry()) queueMicrotask(leaveEntry)
    }
  }, [ref])

  return (
    <dialog
      ref={ref}
      onClose={() => {
        if (hasOwnEntry()) leaveEntry()
        onClose()
      }}
      {...props}
    />
  )
}

/** Whether `leaveEntry` waits for the browser. The history belongs to the page. */
let isGoingBack = false

/** Goes back from the entry of a dialog that has closed, unless another one was opened meanwhile, which takes it over. */
function leaveEntry(): void {
  if (isGoingBack || document.querySelector('dialog[open]')) return
  isGoingBack = true
  window.addEventListener('popstate', () => (isGoingBack = false), { once: true })
  history.back()
}

function addOwnEntry(): void {
  // With the router's own state, the entry is the same location for the router.
  const { state } = history
  // Counts this entry, so that `useGoBack` finds a page before it if a link replaces this entry.
  if (!hasOwnEntry()) history.pushState({ ...state, idx: Number(state?.idx ?? 0) + 1, modal: true }, '')
}

function hasOwnEntry(): boolean {
  return Boolean(history.state?.modal)
}
