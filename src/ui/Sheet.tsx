import type { HTMLAttributes } from 'react'
import { classes } from './classes.ts'
import styles from './Sheet.module.css'

interface SheetProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'form'
}

/** The surface that content lies on; edge to edge on a phone. */
export function Sheet({ as: Tag = 'div', className, ...props }: SheetProps) {
  return <Tag {...props} className={classes(styles.sheet, className)} />
}
