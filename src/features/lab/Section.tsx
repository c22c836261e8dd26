import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Lab.module.css'

interface SectionProps {
  title: string
  /** A button beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A section of the lab with its heading. */
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

/** An error message, announced to screen readers. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes(styles.row, styles.danger)}>
      <Icon of={CircleAlert} />
      <span className={styles.name}>{children}</span>
    </p>
  )
}
