import { EMPTY, fromEvent, interval, merge, Observable, switchMap, takeUntil } from 'rxjs'
import { watchBackendLoss } from '../backend/connection.ts'
import type { SessionScope } from '../session/sessionScope.ts'
import { fetchQuery } from './calls.ts'
import { clientOf } from './client.ts'
import { ConnectionCheckDocument } from './ConnectionCheck.generated.ts'
import { reconnectionEvents } from './retryLink.ts'

const CHECK_INTERVAL_MS = 5000

/** Asks the backend whether it can be reached. `backendLink` reports the answer to `connection.ts`. Never rejects. */
export async function checkConnection(scope: SessionScope): Promise<void> {
  await fetchQuery(clientOf(scope), ConnectionCheckDocument, {}, 'no-cache').catch(() => {})
}

/**
 * Checks the connection while the backend cannot be reached, every 5 seconds and when the browser comes online, until the
 * session ends.
 */
export function checkWhileLost(scope: SessionScope): void {
  new Observable<boolean>((observer) => watchBackendLoss((isLost) => observer.next(isLost)))
    .pipe(
      switchMap((isLost) => (isLost ? merge(interval(CHECK_INTERVAL_MS), reconnectionEvents) : EMPTY)),
      takeUntil(fromEvent(scope.signal, 'abort')),
    )
    .subscribe(() => void checkConnection(scope))
}
