import type { ReactNode } from 'react'
import { serverRefusalIn } from '../backend/refusals.ts'
import { Button } from '../ui/Button.tsx'
import type { ListKind } from './listKinds.ts'
import styles from './ListPill.module.css'
import type { Failure } from './PagedList.ts'

interface ListPillProps {
  onClick: () => void
  /** Why the rows did not load, which the button loads again. */
  failure?: Failure | null
  rows?: ListKind['rows']
  /** The label of the button, if nothing has failed. Without one, there is no button. */
  children?: ReactNode
}

/** A button at the top of a list, which sticks below the header. */
export function ListPill({ onClick, failure, rows = 'posts', children }: ListPillProps) {
  const label = failure ? (serverRefusalIn(failure.error) ?? `These ${rows} did not load. Try again`) : children
  return (
    <div role="status" className={styles.bar}>
      {label && (
        <Button size="sm" className={styles.pill} onClick={onClick}>
          {label}
        </Button>
      )}
    </div>
  )
}
