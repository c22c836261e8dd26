import { useId, type ComponentProps } from 'react'
import styles from './FormField.module.css'
import { errorProps, FormField, type FieldProps } from './FormField.tsx'

/** A single-line input with a visible label. */
export function TextField({ label, error, className, ...props }: FieldProps & ComponentProps<'input'>) {
  const id = useId()

  return (
    <FormField id={id} label={label} error={error} className={className}>
      <input type="text" {...props} {...errorProps(id, error)} id={id} className={styles.input} />
    </FormField>
  )
}
