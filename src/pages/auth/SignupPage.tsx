import { useLocation } from 'react-router-dom'
import { SignupForm } from './SignupForm.tsx'
import { useSignIn } from './useSignIn.ts'

/** Sign-up (spec §2, §5). */
export default function SignupPage() {
  const { state: linkState }: { state: unknown } = useLocation()
  const { busy, signIn } = useSignIn<'signup'>()

  return (
    <SignupForm
      busy={busy !== false}
      onSignup={(values) => void signIn('signup', ({ signUp }) => signUp(values))}
      linkState={linkState}
    />
  )
}
