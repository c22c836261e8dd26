import { CombinedGraphQLErrors } from '@apollo/client'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestValue, usePendingValue, useToggle, type ToggleCalls } from '../../src/apollo/optimisticToggles.ts'
import { SessionScopeContext } from '../../src/session/sessionScope.ts'
import { currentScope } from '../../src/session/session.ts'
import { beginSession, endSession } from '../../src/session/session.ts'
import { sessionOf } from './app.tsx'
import { expectLoggedErrors } from './screen.ts'

/** Calls of optimistic toggles that fail, or are still in flight when the session ends. */

const refusedWith = (code: string, status: number) =>
  new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code, status } }] })

/** Creates a backend that records the values sent to it and the failures, and responds when the test calls `respond`. */
function slowBackend() {
  const sent: boolean[] = []
  const failures: unknown[] = []
  const responses: ((error?: Error) => void)[] = []
  const calls: ToggleCalls = {
    kind: 'like',
    id: '1',
    send: (on) => {
      sent.push(on)
      return new Promise<void>((resolve, reject) => {
        responses.push((error) => (error ? reject(error) : resolve()))
      })
    },
    onError: (error) => failures.push(error),
    refetch: () => Promise.resolve(),
  }
  return { sent, failures, calls, respond: (error?: Error) => responses.shift()?.(error) }
}

/** Renders hooks in the current session. */
function inSession() {
  const scope = currentScope()
  return {
    wrapper: ({ children }: { children: ReactNode }) => (
      <SessionScopeContext value={scope}>{children}</SessionScopeContext>
    ),
  }
}

/** The pending value of the toggle in the current session. */
function pendingValue(): boolean | undefined {
  return renderHook(() => usePendingValue('like', '1'), inSession()).result.current
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
  'when a user %s, the call in flight does not affect the toggles of the next user',
  async (_change, change) => {
    const previous = slowBackend()
    const next = slowBackend()
    const first = requestValue(currentScope(), previous.calls, false)
    change()
    const second = requestValue(currentScope(), next.calls, true)
    previous.respond()
    await first
    expect(previous.sent).toEqual([false])
    expect(pendingValue()).toBe(true)
    next.respond()
    await second
    expect(next.sent).toEqual([true])
    expect(pendingValue()).toBeUndefined()
  },
)

it.each(changes)('when a user %s, a refusal of the call in flight is only logged', async (_change, change) => {
  const previous = slowBackend()
  const next = slowBackend()
  const first = requestValue(currentScope(), previous.calls, true)
  change()
  const second = requestValue(currentScope(), next.calls, true)
  previous.respond(refusedWith('ALREADY_LIKED', 400))
  await first
  await expectLoggedErrors('ALREADY_LIKED')
  expect(previous.failures).toEqual([])
  expect(pendingValue()).toBe(true)
  next.respond()
  await second
})

it('sends a pending value after the profile of the user has changed', async () => {
  const { sent, calls, respond } = slowBackend()
  const done = requestValue(currentScope(), calls, true)
  signIn('ana')
  void requestValue(currentScope(), calls, false)
  respond()
  await waitFor(() => expect(sent).toEqual([true, false]))
  respond()
  expect(await done).toBe(true)
})

it('sends nothing more when the latest value is the one that the backend has accepted', async () => {
  const { sent, calls, respond } = slowBackend()
  const done = requestValue(currentScope(), calls, true)
  void requestValue(currentScope(), calls, false)
  void requestValue(currentScope(), calls, true)
  respond()
  await done
  expect(sent).toEqual([true])
  expect(pendingValue()).toBeUndefined()
})

it.each([
  ['a conflict', refusedWith('ALREADY_LIKED', 400), 1],
  ['status 500', refusedWith('INTERNAL', 500), 1],
  ['a refusal by the limits of the server', refusedWith('TOO_MANY_REQUESTS', 429), 0],
  ['a call that could not be sent', new Error('A part of Weft did not load.'), 0],
])('after %s the record is fetched again if its value is in doubt', async (_failure, failure, times) => {
  const errors: unknown[] = []
  let refetches = 0
  let on = false
  const rendered = renderHook(
    () =>
      useToggle(on, {
        kind: 'like',
        id: '2',
        send: () => Promise.reject(failure),
        onError: (error) => errors.push(error),
        refetch: async () => {
          refetches += 1
          on = true
        },
      }),
    inSession(),
  )
  act(() => rendered.result.current.toggle())
  expect(rendered.result.current.on).toBe(true)
  await waitFor(() => {
    rendered.rerender()
    expect(rendered.result.current.delta).toBe(0)
  })
  expect(errors).toEqual([failure])
  expect(refetches).toBe(times)
  expect(rendered.result.current.on).toBe(times === 1)
})
