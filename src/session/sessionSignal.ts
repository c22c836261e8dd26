import { currentSession, subscribeToSession } from './session.ts'

let token = currentSession().session?.token
let controller = new AbortController()

subscribeToSession(() => {
  const next = currentSession().session?.token
  if (next === token) return
  token = next
  controller.abort()
  controller = new AbortController()
})

/** Returns a signal that aborts when the session ends or another one begins. */
export function sessionSignal(): AbortSignal {
  return controller.signal
}
