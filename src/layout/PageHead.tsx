import type { ReactNode } from 'react'
import styles from './PageHead.module.css'

interface PageHeadProps {
  title: string
  /** The heading. Default: the title. */
  heading?: ReactNode
  /** Default: the heading and the name of the app. */
  documentTitle?: string
  /** Shown before the heading, such as a back button. */
  start?: ReactNode
  /** Shown after the heading, such as a count. */
  note?: string
  /** Shown at the end of the line, such as a sort select. */
  children?: ReactNode
}

/** A page's heading. Also sets the document title. */
export function PageHead({
  title,
  heading = title,
  documentTitle = `${title} · Weft`,
  start,
  note,
  children,
}: PageHeadProps) {
  return (
    <div className={styles.head}>
      <title>{documentTitle}</title>
      <div className={styles.start}>
        {start}
        <h1>{heading}</h1>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      {children}
    </div>
  )
}
