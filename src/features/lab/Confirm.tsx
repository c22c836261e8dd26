import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import sheetStyles from '../../ui/Sheet.module.css'
import { classes } from '../../ui/classes.ts'
import styles from './Lab.module.css'

interface ConfirmProps {
  /** Does it. */
  onConfirm: () => void
  /** It has closed, be it done or not. */
  onClose: () => void
}

/** Asks before everything is replaced; Escape is no. */
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
      className={classes(sheetStyles.sheet, styles.section)}
      aria-labelledby={question}
      onClose={onClose}
    >
      <p id={question}>This replaces all posts and members in this browser.</p>
      <form method="dialog" className={styles.row}>
        <Button type="submit" variant="danger" onClick={onConfirm}>
          Replace
        </Button>
        <Button ref={cancel} type="submit" variant="quiet">
          Cancel
        </Button>
      </form>
    </dialog>
  )
}
