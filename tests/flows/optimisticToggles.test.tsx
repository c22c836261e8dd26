import { afterEach, beforeEach, expect, it } from 'vitest'
import { pendingValue, requestValue } from '../../src/apollo/optimisticToggles.ts'
import { beginSession, endSession } from '../../src/session/session.ts'
import { sessionOf } from './app.tsx'

/** Calls of optimistic toggles that are still in flight when the session ends. */

/** Creates a backend that records the values sent to it and responds when the test calls `respond`. */
function slowBackend() {
  const sent: boolean[] = []
  const responses: ((accepted: boolean) => void)[] = []
  const send = (on: boolean) => {
    sent.push(on)
    return new Promise<boolean>((resolve) => responses.push(resolve))
  }
  return { sent, send, respond: (accepted: boolean) => responses.shift()?.(accepted) }
}

function signIn(username: string): void {
  beginSession(sessionOf({ id: username, username, token: `token of ${username}` }))
}

beforeEach(() => signIn('ana'))
afterEach(() => endSession('loggedOut'))

const changes: [string, () => void][] = [
  ['logs out and another user logs in', () => (endSession('loggedOut'), signIn('ben'))],
  ['is replaced by another user in another tab', () => signIn('ben')],
]

it.each(changes)(
  'when a user %s, the call in flight does not affect the presses of the next user',
  async (_change, change) => {
    const previous = slowBackend()
    const next = slowBackend()
    const first = requestValue('like 1', false, true, previous.send)
    change()
    const second = requestValue('like 1', true, false, next.send)
    previous.respond(true)
    await first
    expect(previous.sent).toEqual([false])
    expect(pendingValue('like 1')).toBe(true)
    next.respond(true)
    await second
    expect(next.sent).toEqual([true])
    expect(pendingValue('like 1')).toBeUndefined()
  },
)

it.each(changes)(
  'when a user %s, a refusal of the call in flight keeps the presses of the next user',
  async (_change, change) => {
    const previous = slowBackend()
    const next = slowBackend()
    const first = requestValue('like 1', true, false, previous.send)
    change()
    const second = requestValue('like 1', true, false, next.send)
    previous.respond(false)
    await first
    expect(pendingValue('like 1')).toBe(true)
    next.respond(true)
    await second
  },
)

it('sends a pending press after the profile of the user has changed', async () => {
  const backend = slowBackend()
  const done = requestValue('like 1', true, false, backend.send)
  signIn('ana')
  void requestValue('like 1', false, false, backend.send)
  backend.respond(true)
  await Promise.resolve()
  expect(backend.sent).toEqual([true, false])
  backend.respond(true)
  await done
})
