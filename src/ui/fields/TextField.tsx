import { useId, type ComponentProps } from 'react'
import styles from './FormField.module.css'
import { FormField, type FieldProps } from './FormField.tsx'
import { useTextLimit } from './useTextLimit.tsx'

interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  value: string
  /** The longest text that the backend accepts. */
  limit?: number
  /** Shown below the control, and its accessible description. */
  error?: string | undefined
}

/** A single-line input with a visible label. */
export function TextField({ label, error, className, limit = Infinity, ...props }: TextFieldProps) {
  const id = useId()
  const { control, note } = useTextLimit(props.value, limit, error)

  return (
    <FormField id={id} label={label} className={className}>
      <input type="text" {...props} {...control} id={id} className={styles.input} />
      {note}
    </FormField>
  )
}
