import { useId, type ReactNode } from 'react'
import styles from './Lab.module.css'

interface SectionProps {
  title: string
  /** Beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the lab, under its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
