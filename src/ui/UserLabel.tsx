import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './UserLabel.module.css'

interface UserLabelProps {
  name: ReactNode
  username: string
  className?: string | undefined
}

/** A user's name and username on two lines, each truncated to the available width. */
export function UserLabel({ name, username, className }: UserLabelProps) {
  return (
    <span className={classes(styles.label, className)}>
      <span className={styles.name}>{name}</span>
      <span className={styles.handle}>@{username}</span>
    </span>
  )
}
