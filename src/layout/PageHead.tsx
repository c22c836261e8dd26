import type { ReactNode } from 'react'
import styles from './PageHead.module.css'

interface PageHeadProps {
  title: string
  /** Shown before the heading, such as a back button. */
  start?: ReactNode
  /** Shown at the end of the line, such as a sort select. */
  children?: ReactNode
}

/** A page's heading. Also sets the document title. */
export function PageHead({ title, start, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <title>{`${title} · Weft`}</title>
      <div className={styles.start}>
        {start}
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  )
}
