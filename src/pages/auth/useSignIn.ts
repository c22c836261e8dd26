import { useEffect, useState } from 'react'
import { toast } from '../../ui/toasts/toast.ts'

type SignInModule = typeof import('./signIn.ts')

const load = (): Promise<SignInModule> => import('./signIn.ts')

interface SignIn<Way> {
  /** Which way is under way. */
  busy: false | Way
  signIn: (way: Way, run: (module: SignInModule) => Promise<void>) => Promise<void>
}

/** Signs in by one of a page's ways, one at a time. `RequireNoSession` then leads to where the visitor was going. */
export function useSignIn<Way extends string>(): SignIn<Way> {
  const [busy, setBusy] = useState<false | Way>(false)
  useEffect(warmUpWhenIdle, [])

  const signIn: SignIn<Way>['signIn'] = async (way, run) => {
    if (busy) return
    setBusy(way)
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

/** Once the page has been painted: Apollo and the backend are on their way before they are needed. */
function warmUpWhenIdle(): () => void {
  const timer = setTimeout(() => void load().then(({ warmUp }) => warmUp(), ignore), 200)
  return () => clearTimeout(timer)
}

/** What does not load ahead of time is loaded, and told of, when it is needed. */
function ignore(): void {}
