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

interface SkeletonLinesProps {
  /** The widths of the two lines: CSS lengths. */
  widths: readonly [string, string]
}

/** The placeholder of two lines beside a picture, such as a name and a username. */
export function SkeletonLines({ widths: [first, second] }: SkeletonLinesProps) {
  return (
    <div className={styles.lines}>
      <SkeletonBlock width={first} />
      <SkeletonBlock width={second} height="0.65rem" />
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
