import { useEffect, useRef, useState } from 'react'
import { codeNotLoaded } from '../../../shared/codeNotLoaded.ts'
import { messagesOf, refusalIn, type Refusal } from '../../backend/refusals.ts'
import { ChunkLoadError, loadModule } from '../../lib/loadModule.ts'
import { pageSettled } from '../../lib/pageSettled.ts'
import { useOneAtATime } from '../../lib/useOneAtATime.ts'
import { toast } from '../../ui/toasts/toast.ts'
import type { Greeting } from './startSession.ts'

type AuthCalls = typeof import('./startSession.ts')

const loadAuthCalls = loadModule(() => import('./startSession.ts'))

interface AuthCall<Name> {
  /** The name of the call in flight. */
  busy: false | Name
  /** Why the last call was refused: the form marks the field. */
  refused: Refusal['code'] | undefined
  /**
   * Begins another attempt: closes the toasts of the last one, and takes its mark off the form. Returns the signal that
   * closes those of this one.
   */
  newAttempt: () => AbortSignal
  /** Runs a call as another attempt. Shows the greeting, or each message of a failure as a toast (spec §8). */
  run: (name: Name, call: (calls: AuthCalls) => Promise<Greeting>) => Promise<void>
}

/**
 * Runs one log-in or sign-up call at a time. `RequireNoSession` then redirects to the remembered location. Until that
 * page has rendered, the form stays busy and no state changes: an update would restart the rendering.
 */
export function useAuthCall<Name extends string>(): AuthCall<Name> {
  const [busy, setBusy] = useState<false | Name>(false)
  const [refused, setRefused] = useState<Refusal['code']>()
  const oneAtATime = useOneAtATime()
  const attempt = useRef<AbortController>(undefined)
  const greeting = useRef<Greeting>(undefined)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    warmUpWhenIdle()
    return () => {
      isMounted.current = false
      greet(greeting.current)
    }
  }, [])

  const newAttempt = () => {
    attempt.current?.abort()
    attempt.current = new AbortController()
    setRefused(undefined)
    return attempt.current.signal
  }

  const run: AuthCall<Name>['run'] = (name, call) =>
    oneAtATime(async () => {
      // The page that opens after it has not rendered.
      if (greeting.current) return
      const signal = newAttempt()
      setBusy(name)
      try {
        greeting.current = await call(await loadAuthCalls())
      } catch (error) {
        setRefused(refusalIn(error)?.code)
        showFailure(error, signal)
      }
      if (!greeting.current) setBusy(false)
      // The visitor has opened another page during the call.
      else if (!isMounted.current) greet(greeting.current)
    })

  return { busy, refused, newAttempt, run }
}

function showFailure(error: unknown, signal: AbortSignal): void {
  const isCodeMissing = error instanceof ChunkLoadError
  if (isCodeMissing) console.error(error)
  for (const message of isCodeMissing ? [codeNotLoaded] : messagesOf(error)) toast.error(message, { signal })
}

function greet(greeting: Greeting | undefined): void {
  if (greeting) toast.success(greeting.message, { signal: greeting.signal })
}

/** Loads Apollo and opens the backend once the page is idle. */
function warmUpWhenIdle(): void {
  void pageSettled()
    .then(loadAuthCalls)
    .then(({ warmUp }) => warmUp(), ignore)
}

/** `run` imports the module again and reports failures. */
function ignore(): void {}
