import { useId, type ComponentProps } from 'react'
import styles from './Field.module.css'
import { errorProps, Labelled, type FieldProps } from './Labelled.tsx'

export function Field({ label, error, className, ...props }: FieldProps & ComponentProps<'input'>) {
  const id = useId()

  return (
    <Labelled id={id} label={label} error={error} className={className}>
      <input type="text" {...props} {...errorProps(id, error)} id={id} className={styles.input} />
    </Labelled>
  )
}
