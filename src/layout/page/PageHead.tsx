import { useRef, type ReactNode } from 'react'
import { useFocusMainOnRemoval } from '../../ui/pageFocus.ts'
import styles from './PageHead.module.css'
import { PageTitle } from './PageTitle.tsx'

interface PageHeadProps {
  title: string
  /** The heading. Default: the title. */
  heading?: ReactNode
  /** Default: the heading. Null for a page that renders its own. */
  documentTitle?: string | null
  /** Shown before the heading, such as a back button. */
  start?: ReactNode
  /** Shown after the heading, such as a count. */
  note?: string
  /** Shown at the end of the line, such as a sort select. */
  children?: ReactNode
}

/** A page's heading. Also sets the document title, unless the page does. */
export function PageHead({ title, heading = title, documentTitle = title, start, note, children }: PageHeadProps) {
  const shown = useRef<HTMLHeadingElement>(null)
  useFocusMainOnRemoval(shown)

  return (
    <PageHeadLine
      start={
        <>
          {documentTitle !== null && <PageTitle>{documentTitle}</PageTitle>}
          {start}
          <h1 ref={shown}>{heading}</h1>
          {note && <span className={styles.note}>{note}</span>}
        </>
      }
    >
      {children}
    </PageHeadLine>
  )
}

/** The line of a page's heading, for a page that knows its heading only after its back button. */
export function PageHeadLine({ start, children }: { start: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <div className={styles.start}>{start}</div>
      {children}
    </div>
  )
}
