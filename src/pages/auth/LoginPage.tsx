import { useState, type FormEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { appPages } from '../../../shared/appPages.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { isOnServer, serverDemoAccount } from '../../backend/host.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './Form.module.css'
import { useAuthCall } from './useAuthCall.ts'
import { useFormTexts } from './useFormTexts.ts'
import { useHydrated } from '../../lib/useHydrated.ts'
import { purposeIn } from '../../session/returnLocation.ts'
import { signedOutText, useSessionState, type SignOutReason } from '../../session/session.ts'

const defaultLead = 'Pick up the thread where you left it.'

const signOutLeads: Partial<Record<SignOutReason, string>> = {
  tokenRejected: signedOutText,
  loggedOutElsewhere: 'You logged out in another tab.',
}

/** Returns the line that says why the visitor is on this page. */
function leadOf(state: unknown, signOutReason: SignOutReason | null): string {
  return purposeIn(state) ?? (signOutReason && signOutLeads[signOutReason]) ?? defaultLead
}

/** The log-in page (spec §2, §5). While a call is in flight, both buttons do nothing. */
export default function LoginPage() {
  // Holds the remembered location. The link passes it to the sign-up page.
  const { state: linkState }: { state: unknown } = useLocation()
  const { signOutReason } = useSessionState()
  const lead = useHydrated(() => leadOf(linkState, signOutReason), defaultLead)
  const hasTestLogin = useHydrated(() => !isOnServer() || serverDemoAccount() !== null, true)
  const [lacksTestAccount, setLacksTestAccount] = useState(false)
  const { busy, refused, newAttempt, run } = useAuthCall<'login' | 'test'>()
  const { form, read, fill } = useFormTexts({ username: '', password: '' })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const texts = read()
    // Trims only for this check: spaces count in usernames and passwords.
    if (texts.username.trim() && texts.password.trim()) void run('login', ({ logIn }) => logIn(texts))
    else toast.warning('Enter all Credentials!', { signal: newAttempt() })
  }

  const logInWithTestAccount = () =>
    run('test', async ({ demoCredentials, logIn }) => {
      const credentials = await demoCredentials()
      fill(credentials)
      return logIn(credentials, { onUnknownUser: () => setLacksTestAccount(true) })
    })

  return (
    <AuthLayout title="Welcome back" lead={lead} art="loom">
      <title>{`${appPages.login.title} · Weft`}</title>
      {/* Before hydration the method `dialog` sends nothing. The press of a button is repeated after it
          (`src/start/earlyPresses.ts`). */}
      <form ref={form} method="dialog" className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={refused === 'NOT_REGISTERED' ? 'No account has this username.' : undefined}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={refused === 'CREDENTIALS_INVALID' ? 'This is not the password of this account.' : undefined}
        />
        <div className={styles.actions}>
          <Button type="submit" size="lg" block busy={busy === 'login'}>
            Login
          </Button>
          {hasTestLogin && (
            <Button
              variant="outline"
              size="lg"
              block
              busy={busy === 'test'}
              onClick={() => void logInWithTestAccount()}
            >
              Test Login
            </Button>
          )}
        </div>
        {lacksTestAccount && (
          <p className={styles.other} role="status">
            The data has no account for Test Login.
            {!isOnServer() && (
              <>
                {' '}
                The <TextLink to="/lab">Lab</TextLink> can restore it: choose the scenario Seed.
              </>
            )}
          </p>
        )}
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
