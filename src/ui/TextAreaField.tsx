import { useId, type ComponentProps } from 'react'
import { errorProps, Labelled, type FieldProps } from './Labelled.tsx'
import { TextArea } from './TextArea.tsx'

export function TextAreaField({ label, error, className, ...props }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId()

  return (
    <Labelled id={id} label={label} error={error} className={className}>
      <TextArea {...props} {...errorProps(id, error)} id={id} />
    </Labelled>
  )
}
