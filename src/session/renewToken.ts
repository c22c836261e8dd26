import { firstValueFrom, fromEvent, race, timer } from 'rxjs'
import type { ErrorCode } from '../generated/types.ts'
import { sessionState, type SessionScope } from './sessionScope.ts'
import { endSession } from './session.ts'

/**
 * The calls that replace the token of a session. The backend refuses the former token as soon as it has carried out such
 * a call, before its response arrives.
 */
const renewals = sessionState(() => new Set<Promise<unknown>>())

/** How much later another process may see what was stored. */
const MAX_DELAY_MS = 1000

/** Held during such a call: other tabs have the same token. Locks need https or localhost. */
const LOCK = 'weft-token'

/**
 * Runs a call that replaces the token, until the new one is stored. Meanwhile a refusal ends the session neither in this
 * tab nor in others.
 */
export async function renewToken<Result>(scope: SessionScope, call: () => Promise<Result>): Promise<Result> {
  const pending: Promise<Result> = hasLocks() ? navigator.locks.request(LOCK, { mode: 'shared' }, call) : call()
  renewals(scope).add(pending)
  try {
    return await pending
  } finally {
    renewals(scope).delete(pending)
  }
}

function hasLocks(): boolean {
  return 'locks' in navigator
}

/** Returns whether the code means that the backend does not accept the token. */
export function isTokenError(code: unknown): boolean {
  return code === ('TOKEN_INVALID' satisfies ErrorCode) || code === ('NOT_REGISTERED' satisfies ErrorCode)
}

/**
 * Ends the session because the backend has refused its token, unless a call that is under way replaces the token.
 * Resolves once that is known. Never rejects.
 */
export async function endRefusedSession(scope: SessionScope): Promise<void> {
  await Promise.allSettled(renewals(scope))
  if (hasLocks()) {
    await navigator.locks.request(LOCK, () => {}).catch(() => {})
    // Another process may see the stored token later than the end of the lock. It disposes the scope then.
    await firstValueFrom(race(timer(MAX_DELAY_MS), fromEvent(scope.signal, 'abort')))
  }
  if (!scope.signal.aborted) endSession('tokenRejected')
}
