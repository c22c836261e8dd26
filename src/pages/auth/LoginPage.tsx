import { useLocation } from 'react-router-dom'
import { toast } from '../../ui/toasts/toast.ts'
import { LoginForm } from './LoginForm.tsx'
import { useSignIn } from './useSignIn.ts'

/** Log-in (spec §2, §5). */
export default function LoginPage() {
  const { state: linkState }: { state: unknown } = useLocation()
  const { busy, signIn } = useSignIn<'login' | 'test'>()

  return (
    <LoginForm
      busy={busy}
      onLogin={(credentials) => void signIn('login', ({ logIn }) => logIn(credentials))}
      onTestLogin={(fill) =>
        void signIn('test', async ({ demoCredentials, logIn }) => {
          const demo = await demoCredentials()
          fill(demo)
          return logIn(demo)
        })
      }
      onIncomplete={() => toast.warning('Enter all Credentials!')}
      linkState={linkState}
    />
  )
}
