import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './ListPill.module.css'

interface ListPillProps {
  onClick: () => void
  /** The label of the button. Without one, there is no button. */
  children: ReactNode
}

/** A button at the top of a list, which sticks below the header. */
export function ListPill({ onClick, children }: ListPillProps) {
  return (
    <div role="status" className={styles.place}>
      {children && (
        <Button size="sm" className={styles.pill} onClick={onClick}>
          {children}
        </Button>
      )}
    </div>
  )
}
