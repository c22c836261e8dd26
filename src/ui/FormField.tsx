import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './FormField.module.css'
import { Icon } from './Icon.tsx'

/** The props that every field has besides those of its native control. */
export interface FieldProps {
  label: string
  /** Shown below the control, and its accessible description. */
  error?: string | undefined
}

interface FormFieldProps extends FieldProps {
  /** The control's id. */
  id: string
  className?: string | undefined
  children: ReactNode
}

/** The layout of a field: label, control, error. */
export function FormField({ id, label, error, className, children }: FormFieldProps) {
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error && (
        <p className={styles.error} id={errorId(id)}>
          <Icon of={CircleAlert} />
          {error}
        </p>
      )}
    </div>
  )
}

/** Returns the ARIA attributes that connect a control to its error. */
export function errorProps(id: string, error: string | undefined) {
  return error ? { 'aria-invalid': true, 'aria-describedby': errorId(id) } : {}
}

function errorId(id: string): string {
  return `${id}-error`
}
