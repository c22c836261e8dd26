import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './FormField.module.css'

/** The props that every field has besides those of its native control. */
export interface FieldProps {
  label: ReactNode
}

interface FormFieldProps extends FieldProps {
  /** The control's id. */
  id: string
  className?: string | undefined
  children: ReactNode
}

/** The layout of a field: label, control, note. */
export function FormField({ id, label, className, children }: FormFieldProps) {
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  )
}
