import { useRef, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { appPages } from '../../../shared/appPages.ts'
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
import { useFormTexts } from './useFormTexts.ts'

const empty = { firstName: '', lastName: '', email: '', username: '', password: '' }

/** The sign-up page (spec §2, §5). */
export default function SignupPage() {
  // Holds the remembered location. The link passes it to the log-in page.
  const { state: linkState }: { state: unknown } = useLocation()
  const { busy, refused, newAttempt, run } = useAuthCall<'signup'>()
  const { form, read, fill } = useFormTexts({ ...empty, idempotencyKey: '' })
  /** The texts that this page has sent last, without the password: after a reload it is entered again. */
  const sentTexts = useRef<string>(undefined)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    // The mark of the last attempt does not keep the form from being sent.
    flushSync(newAttempt)
    if (focusInvalid(event.currentTarget)) return
    const { idempotencyKey, ...texts } = read()
    // Spec §5: if a field is empty, nothing is sent and nothing is shown.
    const missing = Object.entries(texts).find(([, text]) => !text.trim())
    if (missing) return event.currentTarget.querySelector<HTMLElement>(`[name=${missing[0]}]`)?.focus()
    const { password: _password, ...others } = texts
    const sent = JSON.stringify(others)
    // With other texts it is another request.
    const isSame = sent === (sentTexts.current ?? sent)
    const input = { ...texts, idempotencyKey: (isSame && idempotencyKey) || newKey() }
    sentTexts.current = sent
    fill(input)
    void run('signup', ({ signUp }) => signUp(input))
  }

  /** Another request needs another key, also if the page has sent none since a reload. */
  const forgetKey = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && target.name !== 'password') fill({ idempotencyKey: '' })
  }

  return (
    <AuthLayout title="Create your account" lead="Five short answers and you are in." art="tapestry">
      <title>{`${appPages.signup.title} · Weft`}</title>
      {/* Before hydration the method `dialog` sends nothing. The press of a button is repeated after it
          (`src/start/earlyPresses.ts`). */}
      <form ref={form} method="dialog" className={styles.form} noValidate onSubmit={submit} onChange={forgetKey}>
        {/* Saved with the fields: a reload may cut off the response to a request that was carried out. */}
        <input type="hidden" name="idempotencyKey" />
        <div className={styles.names}>
          <TextField label="First name" autoComplete="given-name" limit={textLimits.firstName} name="firstName" />
          <TextField label="Last name" autoComplete="family-name" limit={textLimits.lastName} name="lastName" />
        </div>
        <TextField label="Email" type="email" autoComplete="email" limit={textLimits.email} name="email" />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          limit={textLimits.username}
          name="username"
          error={refused === 'USERNAME_TAKEN' ? 'This username is taken. Choose another.' : undefined}
        />
        <PasswordField label="Password" autoComplete="new-password" name="password" />
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
