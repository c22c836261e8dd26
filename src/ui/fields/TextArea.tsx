import { useId, type ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { FormField, type FieldProps } from './FormField.tsx'
import styles from './FormField.module.css'
import { useTextLimit } from './useTextLimit.tsx'

/** The classes of a text area, for an element that lies over it. */
export const textAreaClassName = classes(styles.input, styles.area)

/**
 * A text area that grows with its text, of which each paragraph has its own direction. It has no visible label: give it an
 * `aria-label`, or use `TextAreaField`.
 */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" {...props} className={classes(textAreaClassName, className)} />
}

interface TextAreaFieldProps extends FieldProps, ComponentProps<'textarea'> {
  value: string
  /** The longest text that the backend accepts. */
  limit: number
}

export function TextAreaField({ label, className, limit, ...props }: TextAreaFieldProps) {
  const id = useId()
  const { control, note } = useTextLimit(props.value, limit)

  return (
    <FormField id={id} label={label} className={className}>
      <TextArea {...props} {...control} id={id} />
      {note}
    </FormField>
  )
}
