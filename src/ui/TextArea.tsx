import { useId, type ComponentProps } from 'react'
import { classes } from './classes.ts'
import { errorProps, FormField, type FieldProps } from './FormField.tsx'
import styles from './FormField.module.css'

/** A text area that grows with its text. It has no visible label: give it an `aria-label`, or use `TextAreaField`. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={classes(styles.input, styles.area, className)} />
}

/** A text area with a visible label. */
export function TextAreaField({ label, error, className, ...props }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()

  return (
    <FormField id={id} label={label} error={error} className={className}>
      <TextArea {...props} {...errorProps(id, error)} id={id} />
    </FormField>
  )
}
