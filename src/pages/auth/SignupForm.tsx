import { useState, type ChangeEvent, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './Form.module.css'

const empty = { firstName: '', lastName: '', email: '', username: '', password: '' }

export type SignupValues = typeof empty

interface SignupFormProps {
  busy: boolean
  onSignup: (values: SignupValues) => void
  /** Why the server refused the username; it goes when the username is changed. */
  usernameError?: string | undefined
  /** Router state for the way to login, so that the remembered location is not lost. */
  linkState?: unknown
}

export function SignupForm({ busy, onSignup, usernameError, linkState }: SignupFormProps) {
  const [draft, setDraft] = useState(empty)
  const [sent, setSent] = useState(empty)

  const bind = (name: keyof SignupValues) => ({
    name,
    value: draft[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setDraft({ ...draft, [name]: event.target.value }),
  })

  // Without all five nothing is sent and nothing is shown (spec §5).
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || Object.values(draft).some((value) => !value.trim())) return
    setSent(draft)
    onSignup(draft)
  }

  return (
    <AuthLayout title="Create your account" lead="Five short answers and you are in." art="tapestry">
      <title>Sign up · Weft</title>
      <form className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.names}>
          <Field label="First name" autoComplete="given-name" {...bind('firstName')} />
          <Field label="Last name" autoComplete="family-name" {...bind('lastName')} />
        </div>
        <Field label="Email" type="email" autoComplete="email" {...bind('email')} />
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={draft.username === sent.username ? usernameError : undefined}
          {...bind('username')}
        />
        <PasswordField label="Password" autoComplete="new-password" {...bind('password')} />
        <Button type="submit" size="lg" block busy={busy}>
          Sign Up
        </Button>
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
