import { useEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from '../Lab.module.css'

interface ConfirmProps {
  /** Called when the user agrees. */
  onConfirm: () => void
  /** Called when the dialog has closed, whether the user agreed or not. */
  onClose: () => void
}

/** Asks for confirmation before all data is replaced. Escape cancels. */
export function Confirm({ onConfirm, onClose }: ConfirmProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const question = useId()
  useEffect(() => cancel.current?.focus(), [])

  return (
    <Dialog labelledBy={question} onClose={onClose}>
      <form method="dialog" className={styles.group}>
        <p id={question}>This replaces all posts and users in this browser.</p>
        <div className={styles.row}>
          <Button ref={cancel} type="submit" variant="quiet">
            Cancel
          </Button>
          <Button type="submit" variant="danger" onClick={onConfirm}>
            Replace
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
