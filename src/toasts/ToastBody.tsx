import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import type { ToastMessage } from './outbox.ts'
import styles from './ToastContainer.module.css'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: OctagonAlert }

interface ToastBodyProps {
  kind: ToastMessage['kind']
  message: string
  action: ToastMessage['action']
  close: () => void
}

export function ToastBody({ kind, message, action, close }: ToastBodyProps) {
  const [acted, setActed] = useState(false)

  const act = () => {
    // It can still be pressed while it slides away.
    if (acted) return
    setActed(true)
    action?.onAction()
    close()
  }

  return (
    <>
      <Icon of={icons[kind]} />
      <p className={styles.message}>{message}</p>
      {action && (
        <button type="button" className={styles.action} onClick={act}>
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={close}>
        <Icon of={X} />
      </button>
    </>
  )
}
