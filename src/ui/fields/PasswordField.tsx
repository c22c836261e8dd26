import { Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import styles from './FormField.module.css'
import { Icon } from '../images/Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { FormField, type FieldProps } from './FormField.tsx'
import { TextInput } from './TextField.tsx'
import { useTextLimit } from './useTextLimit.tsx'

interface PasswordFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'type'> {
  /** Shown below the control, and its accessible description. */
  error?: string | undefined
}

/** A password input with a visible label and a button that shows or hides the password. */
export function PasswordField({ label, error, className, ...props }: PasswordFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const { control, note } = useTextLimit('', Infinity, error)

  return (
    <FormField id={id} label={label} className={className}>
      <div className={styles.password}>
        <TextInput
          autoCapitalize="none"
          spellCheck={false}
          {...props}
          {...control}
          id={id}
          type={shown ? 'text' : 'password'}
        />
        <IconButton
          className={styles.toggle}
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
        </IconButton>
      </div>
      {note}
    </FormField>
  )
}
