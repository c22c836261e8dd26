import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Surface } from './Surface.tsx'

interface EmptyStateProps {
  /** The address of the illustration. */
  art: string
  /** Use h1 if the page has no other heading. */
  heading?: 'h1' | 'h2'
  title: string
  /** One sentence. */
  children: ReactNode
  action?: ReactNode
  /** Omits the surface, for a place within one. */
  bare?: boolean
}

/** A message with an illustration in place of content that is empty, missing or failed to load. */
export function EmptyState({ art, heading: Heading = 'h2', title, children, action, bare }: EmptyStateProps) {
  const Tag = bare ? 'div' : Surface
  return (
    <Tag className={styles.empty}>
      <img className={styles.art} src={art} alt="" width={200} height={120} />
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.sentence}>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
    </Tag>
  )
}
