import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Lab.module.css'

/** What went wrong, in its place and read out. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes(styles.row, styles.lost)}>
      <Icon of={CircleAlert} />
      <span className={styles.name}>{children}</span>
    </p>
  )
}
