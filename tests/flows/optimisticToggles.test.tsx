import { CombinedGraphQLErrors } from '@apollo/client'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pendingOf, requestValue, useToggle, type Outcome } from '../../src/apollo/optimisticToggles.ts'
import { SessionScopeContext } from '../../src/session/scope.ts'
import { currentScope } from '../../src/session/session.ts'
import { beginSession, endSession } from '../../src/session/session.ts'
import { sessionOf } from './app.tsx'
import { expectLoggedErrors } from './screen.ts'

/** Calls of optimistic toggles that fail, or are still in flight when the session ends. */

/** Creates a backend that records the values sent to it and responds when the test calls `respond`. */
function slowBackend() {
  const sent: boolean[] = []
  const responses: ((outcome: Outcome) => void)[] = []
  const send = (on: boolean) => {
    sent.push(on)
    return new Promise<Outcome>((resolve) => responses.push(resolve))
  }
  return { sent, send, respond: (outcome: Outcome) => responses.shift()?.(outcome) }
}

function request(key: string, on: boolean, actual: boolean, send: (on: boolean) => Promise<Outcome>): Promise<void> {
  return requestValue(currentScope(), key, on, actual, send)
}

function pendingValue(key: string): boolean | undefined {
  return pendingOf(currentScope()).get().get(key)
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
    const first = request('like 1', false, true, previous.send)
    change()
    const second = request('like 1', true, false, next.send)
    previous.respond('accepted')
    await first
    expect(previous.sent).toEqual([false])
    expect(pendingValue('like 1')).toBe(true)
    next.respond('accepted')
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
    const first = request('like 1', true, false, previous.send)
    change()
    const second = request('like 1', true, false, next.send)
    previous.respond('refused')
    await first
    expect(pendingValue('like 1')).toBe(true)
    next.respond('accepted')
    await second
  },
)

it('sends a pending press after the profile of the user has changed', async () => {
  const backend = slowBackend()
  const done = request('like 1', true, false, backend.send)
  signIn('ana')
  void request('like 1', false, false, backend.send)
  backend.respond('accepted')
  await Promise.resolve()
  expect(backend.sent).toEqual([true, false])
  backend.respond('accepted')
  await done
})

it('sends the press that follows while the state is fetched after a lost response', async () => {
  const backend = slowBackend()
  const done = request('like 1', true, false, backend.send)
  void request('like 1', false, false, backend.send)
  backend.respond('unknown')
  await Promise.resolve()
  expect(backend.sent).toEqual([true, false])
  backend.respond('accepted')
  await done
  expect(pendingValue('like 1')).toBeUndefined()
})

const refusedWith = (code: string, status: number) =>
  new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code, status } }] })

it('reports a change as made if the record that is fetched after a lost response has it', async () => {
  const events: string[] = []
  const failure = new Error('No response: the connection was lost.')
  const toggle = renderHook(
    () =>
      useToggle(false, {
        kind: 'like',
        id: '3',
        send: () => Promise.reject(failure),
        onSuccess: () => events.push('changed'),
        onError: () => events.push('failed'),
        refetch: () => Promise.resolve(true),
      }),
    inSession(),
  )
  act(() => toggle.result.current.press())
  await waitFor(() => expect(pendingValue('like 3')).toBeUndefined())
  expect(events).toEqual(['changed'])
  await expectLoggedErrors(failure.message)
})

it.each([
  ['a conflict', refusedWith('ALREADY_LIKED', 400), 1],
  ['status 500', refusedWith('INTERNAL', 500), 1],
  ['a lost response', new Error('No response: the connection was lost.'), 1],
  ['any other refusal', refusedWith('POST_NOT_FOUND', 404), 0],
])('after %s the record is fetched again while its value is in doubt', async (_failure, failure, times) => {
  const errors: unknown[] = []
  let refetches = 0
  let on = false
  const toggle = renderHook(
    () =>
      useToggle(on, {
        kind: 'like',
        id: '2',
        send: () => Promise.reject(failure),
        onError: (error) => errors.push(error),
        refetch: async () => {
          refetches += 1
          on = true
          return undefined
        },
      }),
    inSession(),
  )
  act(() => toggle.result.current.press())
  expect(toggle.result.current.on).toBe(true)
  await waitFor(() => expect(pendingValue('like 2')).toBeUndefined())
  expect(errors).toEqual([failure])
  expect(refetches).toBe(times)
  toggle.rerender()
  expect(toggle.result.current.on).toBe(times === 1)
})
