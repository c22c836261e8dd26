import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface BoneProps {
  shape?: 'line' | 'avatar' | 'media'
  /** CSS lengths. */
  width?: string
  height?: string
  className?: string | undefined
}

/** One part of a skeleton. */
export function Bone({ shape = 'line', width, height, className }: BoneProps) {
  return <span className={classes(styles.bone, styles[shape], className)} style={{ width, height }} />
}
