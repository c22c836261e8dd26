import type { ReactNode } from 'react'
import styles from './UserLabel.module.css'

interface UserLabelProps {
  name: ReactNode
  username: ReactNode
}

/** A user's name and username on two lines, each truncated to the available width. */
export function UserLabel({ name, username }: UserLabelProps) {
  return (
    <span className={styles.label}>
      <span className={styles.name}>{name}</span>
      <span className={styles.handle}>@{username}</span>
    </span>
  )
}
