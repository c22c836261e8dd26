import { distinctUntilChanged, filter, firstValueFrom, fromEvent, Observable, race, timer } from 'rxjs'
import type { ErrorCode } from '../generated/types.ts'
import { requestedDeletion } from './deletionRequest.ts'
import { endSession, subscribeToSession } from './session.ts'
import type { SessionScope } from './sessionScope.ts'

/** Returns whether the code means that the backend does not accept the token. */
export function isTokenError(code: unknown): boolean {
  return code === ('TOKEN_INVALID' satisfies ErrorCode) || code === ('NOT_REGISTERED' satisfies ErrorCode)
}

/** Emits the token of a session, and each one that replaces it. */
export function tokensOf(scope: SessionScope): Observable<string | null> {
  return new Observable<string | null>((observer) => {
    observer.next(scope.token)
    return subscribeToSession(() => observer.next(scope.token))
  }).pipe(distinctUntilChanged())
}

/**
 * How long after its refusal a token can be replaced. "Sign out everywhere" and a replacement of all data revoke it, and
 * all tabs of the browser are refused before the next one is stored.
 */
const MAX_DELAY_MS = 2000

/**
 * Ends the session because the backend has refused its token, unless another one replaces it. Resolves once that is known.
 * Never rejects. `code` is that of the refusal, if known.
 */
export async function endRefusedSession(scope: SessionScope, token: string | null, code?: unknown): Promise<void> {
  const replaced = tokensOf(scope).pipe(filter((other) => other !== token))
  await firstValueFrom(race(timer(MAX_DELAY_MS), fromEvent(scope.signal, 'abort'), replaced))
  if (scope.signal.aborted || scope.token !== token) return
  const isDeleted = code === ('NOT_REGISTERED' satisfies ErrorCode) && requestedDeletion() === scope.userId
  endSession(isDeleted ? 'accountDeleted' : 'tokenRejected')
}
