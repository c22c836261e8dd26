import { useId, useState, type ComponentProps } from 'react'
import { classes } from '../classes.ts'
import styles from './FormField.module.css'
import { FormField, type FieldProps } from './FormField.tsx'
import { useTextLimit } from './useTextLimit.tsx'

interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** Absent if the form reads the field itself. */
  value?: string
  /** The longest text that the backend accepts. */
  limit?: number
  /** Shown below the control, and its accessible description. */
  error?: string | undefined
}

/** A single-line input. It has no visible label: give it an `aria-label`, or use `TextField`. */
export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={classes(styles.input, className)} />
}

/** A single-line input with a visible label. */
export function TextField({ label, error, className, limit = Infinity, onChange, ...props }: TextFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { control, note } = useTextLimit(props.value ?? typed, limit, error)

  return (
    <FormField id={id} label={label} className={className}>
      <TextInput
        {...props}
        {...control}
        id={id}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
      />
      {note}
    </FormField>
  )
}
