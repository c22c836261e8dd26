import { useEffect, useState } from 'react'
import { toast } from '../../ui/toasts/toast.ts'

type SignInModule = typeof import('./signIn.ts')

const load = (): Promise<SignInModule> => import('./signIn.ts')

interface SignIn<Call> {
  /** The call under way. */
  busy: false | Call
  signIn: (call: Call, run: (module: SignInModule) => Promise<void>) => Promise<void>
}

/** Runs one sign-in call at a time. `RequireNoSession` then redirects to the remembered location. */
export function useSignIn<Call extends string>(): SignIn<Call> {
  const [busy, setBusy] = useState<false | Call>(false)
  useEffect(warmUpWhenIdle, [])

  const signIn: SignIn<Call>['signIn'] = async (call, run) => {
    if (busy) return
    setBusy(call)
    try {
      await run(await load())
    } catch (error) {
      console.error(error)
      toast.error('Weft could not be loaded. Check your connection and try again.')
    }
    setBusy(false)
  }

  return { busy, signIn }
}

/** Loads Apollo and the backend shortly after the page has been painted. */
function warmUpWhenIdle(): () => void {
  const timer = setTimeout(() => void load().then(({ warmUp }) => warmUp(), ignore), 200)
  return () => clearTimeout(timer)
}

/** `signIn` loads the module again and reports the failure. */
function ignore(): void {}
