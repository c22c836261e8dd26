import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Surface } from './Surface.tsx'

interface EmptyStateProps {
  /** The address of a spot drawing. */
  art: string
  /** h1 where it is all there is on the page. */
  heading?: 'h1' | 'h2'
  title: string
  /** One sentence. */
  children: ReactNode
  /** One button, rarely two. */
  action?: ReactNode
}

/** Stands where there is nothing to show, be it empty, missing or not loaded. */
export function EmptyState({ art, heading: Heading = 'h2', title, children, action }: EmptyStateProps) {
  return (
    <Surface className={styles.empty}>
      <img className={styles.art} src={art} alt="" width={200} height={120} />
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.sentence}>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
    </Surface>
  )
}
