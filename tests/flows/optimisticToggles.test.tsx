import { afterEach, beforeEach, expect, it } from 'vitest'
import { pendingValue, request } from '../../src/apollo/optimisticToggles.ts'
import { beginSession, endSession } from '../../src/session/session.ts'
import { sessionOf } from './app.tsx'

/** Pending values of toggles in the case that no screen shows on demand: a call that outlives its session. */

/** A backend that records the requested values and answers when the test calls `answer`. */
function slowBackend() {
  const asked: boolean[] = []
  const answers: ((taken: boolean) => void)[] = []
  const send = (on: boolean) => {
    asked.push(on)
    return new Promise<boolean>((resolve) => answers.push(resolve))
  }
  return { asked, send, answer: (taken: boolean) => answers.shift()?.(taken) }
}

function signIn(username: string): void {
  beginSession(sessionOf({ id: username, username, token: `token of ${username}` }))
}

beforeEach(() => signIn('ana'))
afterEach(() => endSession('loggedOut'))

const changes: [string, () => void][] = [
  ['logs out, and another logs in', () => (endSession('loggedOut'), signIn('ben'))],
  ['is followed by another at once, from another tab', () => signIn('ben')],
]

it.each(changes)('when a user %s, the call under way ignores the presses of the next user', async (_change, change) => {
  const former = slowBackend()
  const next = slowBackend()
  const first = request('like 1', false, true, former.send)
  change()
  const second = request('like 1', true, false, next.send)
  former.answer(true)
  await first
  expect(former.asked).toEqual([false])
  expect(pendingValue('like 1')).toBe(true)
  next.answer(true)
  await second
  expect(next.asked).toEqual([true])
  expect(pendingValue('like 1')).toBeUndefined()
})

it.each(changes)(
  'when a user %s, a refusal of the call under way keeps the presses of the next user',
  async (_change, change) => {
    const former = slowBackend()
    const next = slowBackend()
    const first = request('like 1', true, false, former.send)
    change()
    const second = request('like 1', true, false, next.send)
    former.answer(false)
    await first
    expect(pendingValue('like 1')).toBe(true)
    next.answer(true)
    await second
  },
)

it('a waiting press is sent when only the profile of the user changes', async () => {
  const backend = slowBackend()
  const done = request('like 1', true, false, backend.send)
  signIn('ana')
  void request('like 1', false, false, backend.send)
  backend.answer(true)
  await Promise.resolve()
  expect(backend.asked).toEqual([true, false])
  backend.answer(true)
  await done
})
