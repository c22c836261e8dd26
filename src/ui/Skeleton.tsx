import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** Announced by assistive technology, such as 'Loading posts'. */
  label: `Loading ${string}`
  /** The layout of the content, made of `SkeletonBlock`s. */
  children: ReactNode
}

/** A placeholder for content that loads. Appears after 150 ms, so that fast responses do not flash. */
export function Skeleton({ label, children }: SkeletonProps) {
  return (
    <div className={styles.skeleton} data-skeleton>
      <output className="visually-hidden">{label}</output>
      {children}
    </div>
  )
}

interface SkeletonBlockProps {
  shape?: 'line' | 'avatar' | 'button' | 'media'
  /** CSS lengths. */
  width?: string
  height?: string
  className?: string | undefined
}

export function SkeletonBlock({ shape = 'line', width, height, className }: SkeletonBlockProps) {
  return <span className={classes(styles.block, styles[shape], className)} style={{ width, height }} />
}
