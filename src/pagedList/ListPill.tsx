import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './ListPill.module.css'

interface ListPillProps {
  onClick: () => void
  /** The rows that did not load, which the button loads again. */
  failed?: 'posts' | 'people' | false
  /** The label of the button, if nothing has failed. Without one, there is no button. */
  children?: ReactNode
}

/** A button at the top of a list, which sticks below the header. */
export function ListPill({ onClick, failed, children }: ListPillProps) {
  const label = failed ? `These ${failed} did not load. Try again` : children
  return (
    <div role="status" className={styles.place}>
      {label && (
        <Button size="sm" className={styles.pill} onClick={onClick}>
          {label}
        </Button>
      )}
    </div>
  )
}
