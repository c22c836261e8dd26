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
  return (
    <Modal
      ref={useRef(null)}
      className={classes(styles.dialog, wide && styles.wide)}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={onClose}
      // The content covers the dialog, so a press on the dialog itself is on its backdrop.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
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
    ref.current?.showModal()
    // With the router's own state, the entry is the same location for the router.
    if (!hasOwnEntry()) history.pushState({ ...history.state, modal: true }, '')
    const onBack = () => hasOwnEntry() || ref.current?.close()
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [ref])

  return (
    <dialog
      ref={ref}
      onClose={() => {
        if (hasOwnEntry()) history.back()
        onClose()
      }}
      {...props}
    />
  )
}

function hasOwnEntry(): boolean {
  return Boolean(history.state?.modal)
}
