import { useEffect, useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'

interface DialogProps {
  /** The id of its heading. */
  labelledBy: string
  wide?: boolean
  /** Called when the dialog has closed: with Escape, a press outside, or a form of the method `dialog`. */
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open from the start; on a phone a sheet at the bottom. The browser then returns the focus. */
export function Dialog({ labelledBy, wide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, wide && styles.wide)}
      aria-labelledby={labelledBy}
      onClose={onClose}
      // The content covers the dialog, so a press on the dialog itself is on its backdrop.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}
