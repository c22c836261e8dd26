import { useId, type ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { FormField, type FieldProps } from './FormField.tsx'
import styles from './FormField.module.css'
import { useTextLimit } from './useTextLimit.tsx'

/** The classes of a text area that grows with its text. */
export const textAreaClassName = classes(styles.input, styles.area)

interface TextAreaFieldProps extends FieldProps, ComponentProps<'textarea'> {
  value: string
  /** The longest text that the backend accepts. */
  limit: number
}

/** A text area with a label. Each paragraph of its text has its own direction. */
export function TextAreaField({ label, className, limit, ...props }: TextAreaFieldProps) {
  const id = useId()
  const { control, note } = useTextLimit(props.value, limit)

  return (
    <FormField id={id} label={label} className={className}>
      <textarea dir="auto" {...props} {...control} id={id} className={textAreaClassName} />
      {note}
    </FormField>
  )
}
