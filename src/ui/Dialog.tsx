import { useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { useModal } from './useModal.ts'

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
  const dialog = useRef<HTMLDialogElement>(null)
  const onClosed = useModal(dialog, onClose)

  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, wide && styles.wide)}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={onClosed}
      // The content covers the dialog, so a press on the dialog itself is on its backdrop.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}
