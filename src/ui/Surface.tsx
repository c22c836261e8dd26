import type { HTMLAttributes } from 'react'
import { classes } from './classes.ts'
import styles from './Surface.module.css'

interface SurfaceProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'form'
}

/** A bordered surface for content, edge to edge on a phone. */
export function Surface({ as: Tag = 'div', className, ...props }: SurfaceProps) {
  return <Tag {...props} className={classes(styles.surface, className)} />
}
