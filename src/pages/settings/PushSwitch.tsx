import { useEffect, useState } from 'react'
import { messagesOf } from '../../backend/refusals.ts'
import { readPush, turnPushOff, turnPushOn, type PushState } from '../../features/notifications/push.ts'
import { reportError } from '../../lib/reportError.ts'
import { useOneAtATime } from '../../lib/useOneAtATime.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { announce } from '../../ui/pageFocus.ts'
import { toast } from '../../ui/toasts/toast.ts'

const blockedText = "Blocked in your browser's settings"

/** Whether this device shows notifications while Weft is closed. Renders nothing if it cannot, or the server sends none. */
export function PushSwitch() {
  const scope = useSessionScope()
  const [state, setState] = useState<PushState | null>(null)
  const oneAtATime = useOneAtATime()

  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const current = await readPush(scope)
      if (isCurrent) setState(current)
    }
    read().catch(reportError)
    return () => {
      isCurrent = false
    }
  }, [scope])

  if (!state) return null

  const set = async (isOn: boolean) => {
    setState({ ...state, isOn })
    try {
      const next = await (isOn ? turnPushOn(scope, state) : turnPushOff(scope, state))
      setState(next)
      if (isOn && next.isBlocked) announce(blockedText)
    } catch (error) {
      setState(state)
      for (const message of messagesOf(error)) toast.error(message)
    }
  }

  return (
    <Switch
      label="Push on this device"
      hint={state.isBlocked ? blockedText : 'Also while Weft is closed.'}
      isOn={state.isOn}
      onChange={(isOn) => void oneAtATime(() => set(isOn))}
    />
  )
}
