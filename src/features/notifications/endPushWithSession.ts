import { isOnServer } from '../../backend/host.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { reportError } from '../../lib/reportError.ts'
import { currentSession, type SignOutReason } from '../../session/session.ts'
import { sessionState, type SessionScope } from '../../session/sessionScope.ts'

/** Those of a session that has ended in this tab. The other tabs leave it to this one. */
const endings: ReadonlySet<SignOutReason> = new Set(['loggedOut', 'tokenRejected', 'accountDeleted'])

// The service worker, without which there is no subscription, has cached it.
const loadPush = loadModule(() => import('./push.ts'))

/** Ends the push subscription of this browser with the session. Call it at the start of the session. */
export const endPushWithSession = sessionState((scope) => {
  if (isOnServer()) scope.signal.addEventListener('abort', () => void end(scope))
})

async function end(scope: SessionScope): Promise<void> {
  const { signOutReason } = currentSession()
  if (signOutReason === null || !endings.has(signOutReason)) return
  try {
    const { endPush } = await loadPush()
    await endPush(scope, signOutReason)
  } catch (error) {
    reportError(error)
  }
}
