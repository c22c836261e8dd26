import type { ReactNode } from 'react'
import styles from './PageHead.module.css'

interface PageHeadProps {
  title: string
  /** Default: the heading and the name of the app. */
  documentTitle?: string
  /** Shown before the heading, such as a back button. */
  start?: ReactNode
  /** Shown at the end of the line, such as a sort select. */
  children?: ReactNode
}

/** A page's heading. Also sets the document title. */
export function PageHead({ title, documentTitle = `${title} · Weft`, start, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <title>{documentTitle}</title>
      <div className={styles.start}>
        {start}
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  )
}
