import { createContext, use } from 'react'
import type { Session } from './storedSession.ts'

/**
 * The scope of one signed-in user, or of one visitor. A log-in and a log-out each begin another one; a new token of the
 * user does not. What belongs to the session is declared with `sessionState`, and ends with the scope.
 */
export class SessionScope {
  /** The id of the user, or '' for a visitor. */
  readonly userId: string
  /** The token that operations are sent with now, or null for a visitor. */
  token: string | null
  readonly #controller = new AbortController()

  constructor(session: Session | null) {
    this.userId = session?.user._id ?? ''
    this.token = session?.token ?? null
  }

  /** Aborts when the session ends. Calls in flight still complete, into a cache that nothing reads. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  dispose(): void {
    this.#controller.abort()
  }
}

/**
 * Declares a value that each session has of its own. Returns a function that returns the value of a scope, and creates it
 * at the first call. `create` can add a listener to the scope's signal for what has to end with the session.
 */
export function sessionState<State>(create: (scope: SessionScope) => State): (scope: SessionScope) => State {
  const states = new WeakMap<SessionScope, { state: State }>()
  return (scope) => {
    const known = states.get(scope) ?? { state: create(scope) }
    states.set(scope, known)
    return known.state
  }
}

export const SessionScopeContext = createContext<SessionScope | null>(null)

/** Returns the scope of the session that the component belongs to. */
export function useSessionScope(): SessionScope {
  const scope = use(SessionScopeContext)
  if (!scope) throw new Error('useSessionScope needs a SessionScopeContext.')
  return scope
}
