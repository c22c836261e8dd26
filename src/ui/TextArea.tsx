import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'

/** Grows with its text. It has no label of its own: give it an `aria-label`, or use `TextAreaField`. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={classes(styles.input, styles.area, className)} />
}
