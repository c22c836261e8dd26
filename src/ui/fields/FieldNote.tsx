import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import styles from './FormField.module.css'

/** A note about a field or a form. */
export function FieldNote({ className, ...props }: ComponentProps<'p'>) {
  return <p {...props} className={classes(styles.note, className)} />
}

/** Says what is wrong with a field or a form. It is announced at once. */
export function FieldError({ className, ...props }: ComponentProps<'p'>) {
  return <p role="alert" {...props} className={classes(styles.error, className)} />
}
