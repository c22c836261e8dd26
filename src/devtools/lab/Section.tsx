import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { Surface } from '../../ui/Surface.tsx'
import styles from './Lab.module.css'

interface SectionProps {
  title: string
  /** Figures or controls beside the heading. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A section of the lab with its heading. */
export function Section({ title, aside, className, children }: SectionProps) {
  const id = useId()
  return (
    <Surface as="section" className={classes(styles.section, className)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </Surface>
  )
}

/** An error message, announced to screen readers. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes(styles.row, styles.danger)}>
      <Icon of={CircleAlert} />
      <span>{children}</span>
    </p>
  )
}
