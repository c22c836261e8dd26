import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface SkeletonBlockProps {
  shape?: 'line' | 'avatar' | 'media'
  /** CSS lengths. */
  width?: string
  height?: string
  className?: string | undefined
}

/** One grey shape of a skeleton. */
export function SkeletonBlock({ shape = 'line', width, height, className }: SkeletonBlockProps) {
  return <span className={classes(styles.block, styles[shape], className)} style={{ width, height }} />
}
