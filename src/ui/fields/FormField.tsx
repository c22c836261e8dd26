import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../images/Icon.tsx'
import styles from './FormField.module.css'

/** The props that every field has besides those of its native control. */
export interface FieldProps {
  label: ReactNode
}

interface FormFieldProps extends FieldProps {
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

export function FieldNote({ className, ...props }: ComponentProps<'p'>) {
  return <p {...props} className={classes(styles.note, className)} />
}

/** Says what is wrong with a field or a form. It is announced at once. */
export function FieldError({ className, children, ...props }: ComponentProps<'p'>) {
  return (
    <p role="alert" {...props} className={classes(styles.error, className)}>
      <Icon of={CircleAlert} />
      {children}
    </p>
  )
}
