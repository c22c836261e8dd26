import { useMutation } from '@apollo/client/react'
import { messagesOf } from '../../backend/refusals.ts'
import { renewPush } from '../../features/notifications/push.ts'
import { reportError } from '../../lib/reportError.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { beginSession, sessionUserOf } from '../../session/session.ts'
import { useOneAtATime } from '../../lib/useOneAtATime.ts'
import { Button } from '../../ui/Button.tsx'
import { SettingRow } from '../../ui/fields/SettingRow.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { SignOutEverywhereDocument } from './Account.generated.ts'

/** Makes all tokens of the viewer invalid. This device continues with a new one. */
export function SignOutEverywhere() {
  const scope = useSessionScope()
  const oneAtATime = useOneAtATime()
  const [mutate, { loading }] = useMutation(SignOutEverywhereDocument)

  const signOut = async () => {
    try {
      const { data } = await mutate({ variables: { input: {} } })
      // The user may have logged out meanwhile.
      if (!data || scope.signal.aborted) return
      const { token, viewer } = data.signOutEverywhere
      beginSession({ token, user: sessionUserOf(viewer) })
      renewPush(scope).catch(reportError)
      toast.success('Signed out everywhere else')
    } catch (error) {
      if (!scope.signal.aborted) for (const message of messagesOf(error)) toast.error(message)
    }
  }

  return (
    <SettingRow label="Signed-in devices" hint="Ends every session of your account but this one.">
      {(hintId) => (
        <Button
          size="sm"
          variant="outline"
          aria-describedby={hintId}
          busy={loading}
          onClick={() => void oneAtATime(signOut)}
        >
          Sign out everywhere
        </Button>
      )}
    </SettingRow>
  )
}
