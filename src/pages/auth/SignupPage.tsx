import type { ChangeEvent, FormEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { textLimits } from '../../../shared/textLimits.ts'
import { newKey } from '../../lib/newKey.ts'
import { ResendNote } from '../../layout/ResendNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { focusInvalid } from '../../ui/fields/useTextLimit.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './Form.module.css'
import { useAuthCall } from './useAuthCall.ts'
import { useFormValues } from './useFormValues.ts'

const empty = { firstName: '', lastName: '', email: '', username: '', password: '' }

/** The sign-up page (spec §2, §5). */
export default function SignupPage() {
  // Holds the remembered location. The link passes it to the log-in page.
  const { state: linkState }: { state: unknown } = useLocation()
  const { busy, run } = useAuthCall<'signup'>()
  const { form, values: saved, setValues } = useFormValues({ ...empty, idempotencyKey: '' })
  const { idempotencyKey, ...values } = saved

  const bind = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      // With other values it is another request. After a reload the password is entered again.
      const key = name === 'password' ? idempotencyKey : ''
      setValues({ ...values, idempotencyKey: key, [name]: target.value })
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || focusInvalid(event.currentTarget)) return
    // Spec §5: if a field is empty, nothing is sent and nothing is shown.
    const missing = Object.entries(values).find(([, value]) => !value.trim())
    if (missing) return event.currentTarget.querySelector<HTMLElement>(`[name=${missing[0]}]`)?.focus()
    const input = { ...values, idempotencyKey: idempotencyKey || newKey() }
    setValues(input)
    void run('signup', ({ signUp }) => signUp(input))
  }

  return (
    <AuthLayout title="Create your account" lead="Five short answers and you are in." art="tapestry">
      <title>Sign up · Weft</title>
      {/* Before hydration the method `dialog` sends nothing. The press of a button is repeated after it
          (`src/start/earlyPresses.ts`). */}
      <form ref={form} method="dialog" className={styles.form} noValidate onSubmit={submit}>
        {/* Saved with the fields: a reload may cut off the response to a request that was carried out. */}
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <div className={styles.names}>
          <TextField label="First name" autoComplete="given-name" limit={textLimits.firstName} {...bind('firstName')} />
          <TextField label="Last name" autoComplete="family-name" limit={textLimits.lastName} {...bind('lastName')} />
        </div>
        <TextField label="Email" type="email" autoComplete="email" limit={textLimits.email} {...bind('email')} />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          limit={textLimits.username}
          {...bind('username')}
        />
        <PasswordField label="Password" autoComplete="new-password" {...bind('password')} />
        <Button type="submit" size="lg" block busy={busy !== false}>
          Sign Up
        </Button>
        <ResendNote isSending={busy !== false} />
        <p className={styles.other}>
          Already have an account?{' '}
          <TextLink to="/login" state={linkState}>
            Log In here
          </TextLink>
        </p>
      </form>
    </AuthLayout>
  )
}
