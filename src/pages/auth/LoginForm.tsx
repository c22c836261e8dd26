import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './Form.module.css'

export interface Credentials {
  username: string
  password: string
}

interface LoginFormProps {
  /** Which of the two calls is under way; until it ends neither button does anything. */
  busy: false | 'login' | 'test'
  onLogin: (credentials: Credentials) => void
  /** Logs in with the built-in account; `fill` shows it in the fields. */
  onTestLogin: (fill: (credentials: Credentials) => void) => void
  /** A field is empty after trimming (spec §5). */
  onIncomplete: () => void
  /** Router state for the way to sign-up, so that the remembered location is not lost. */
  linkState?: unknown
}

export function LoginForm({ busy, onLogin, onTestLogin, onIncomplete, linkState }: LoginFormProps) {
  const [draft, setDraft] = useState<Credentials>({ username: '', password: '' })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // Only the check trims: in names and passwords spaces count.
    if (draft.username.trim() && draft.password.trim()) onLogin(draft)
    else onIncomplete()
  }

  const testLogin = () => {
    if (!busy) onTestLogin(setDraft)
  }

  return (
    <AuthLayout title="Welcome back" lead="Pick up the thread where you left it." art="loom">
      <title>Login · Weft</title>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.username}
          onChange={(event) => setDraft({ ...draft, username: event.target.value })}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={draft.password}
          onChange={(event) => setDraft({ ...draft, password: event.target.value })}
        />
        <div className={styles.actions}>
          <Button type="submit" size="lg" block busy={busy === 'login'}>
            Login
          </Button>
          <Button variant="outline" size="lg" block busy={busy === 'test'} onClick={testLogin}>
            Test Login
          </Button>
        </div>
        <p className={styles.other}>
          New to Weft?{' '}
          <TextLink to="/signup" state={linkState}>
            Register Now
          </TextLink>
        </p>
      </form>
    </AuthLayout>
  )
}
