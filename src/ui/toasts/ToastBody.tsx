import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import { Icon } from '../Icon.tsx'
import type { ToastMessage } from './outbox.ts'
import styles from './ToastContainer.module.css'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: OctagonAlert }

interface ToastBodyProps {
  kind: ToastMessage['kind']
  message: string
  close: () => void
}

export function ToastBody({ kind, message, close }: ToastBodyProps) {
  return (
    <>
      <Icon of={icons[kind]} />
      <p className={styles.message}>{message}</p>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={close}>
        <Icon of={X} />
      </button>
    </>
  )
}
