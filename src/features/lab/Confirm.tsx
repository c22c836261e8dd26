import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import surfaceStyles from '../../ui/Surface.module.css'
import { classes } from '../../ui/classes.ts'
import styles from './Lab.module.css'

interface ConfirmProps {
  /** Called when the user agrees. */
  onConfirm: () => void
  /** Called when the dialog has closed, whether the user agreed or not. */
  onClose: () => void
}

/** Asks for confirmation before all data is replaced. Escape cancels. */
export function Confirm({ onConfirm, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const question = useId()
  useEffect(() => {
    dialog.current?.showModal()
    cancel.current?.focus()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={classes(surfaceStyles.surface, styles.dialog)}
      aria-labelledby={question}
      onClose={onClose}
    >
      <div className={styles.section}>
        <p id={question}>This replaces all posts and users in this browser.</p>
        <form method="dialog" className={styles.row}>
          <Button type="submit" variant="danger" onClick={onConfirm}>
            Replace
          </Button>
          <Button ref={cancel} type="submit" variant="quiet">
            Cancel
          </Button>
        </form>
      </div>
    </dialog>
  )
}
