import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** Read out, as in 'Loading posts'. */
  label: `Loading ${string}`
  className?: string | undefined
  /** The page's layout, made of `SkeletonBlock`s. */
  children: ReactNode
}

/** Holds the place of what loads. It shows only after 150 ms, so that a quick answer never flashes. */
export function Skeleton({ label, className, children }: SkeletonProps) {
  return (
    <div className={classes(styles.skeleton, className)}>
      <output className="visually-hidden">{label}</output>
      {children}
    </div>
  )
}
