import { ApolloLink } from '@apollo/client'
import { act, screen, waitFor } from '@testing-library/react'
import { from, mergeMap, throwError } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { CodeNotLoadedError } from '../../resolvers/lib/ConnectionLostError.ts'
import { codeNotLoaded } from '../../shared/codeNotLoaded.ts'
import { allDrafts, removeDraft } from '../../src/features/drafts/drafts.ts'
import { closeApp, connectNewBackend, openOtherTab, startApp } from './app.tsx'
import { button, expectLoggedErrors, expectNoToasts, expectToasts, findPost } from './screen.ts'

/** The delays before the automatic tries to send a waiting post, in ms. */
const retryDelays = new Set<unknown>([5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000])

const codeDoesNotLoad = throwError(() => new CodeNotLoadedError(new TypeError('Failed to fetch')))

/** Makes the automatic tries start without their delay, unless it is longer than `upTo` ms. */
function retryAtOnce({ upTo = Infinity } = {}): void {
  const setTimer = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) =>
    setTimer(run, retryDelays.has(ms) && ms <= upTo ? 0 : ms),
  )
}

/** Returns a promise and the function that resolves it. */
function hold(): { released: Promise<void>; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}

it('a post whose code does not load twice is sent without a press and without a reload', async () => {
  retryAtOnce()
  let failures = 2
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName !== 'CreatePost' || failures === 0) return forward(operation)
      failures -= 1
      return codeDoesNotLoad
    }),
  )
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/home', { as: ana })
  await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
  await user.click(button('Post'))
  await expectToasts('success: Post sent')
  await findPost('Nettle')
  await expectLoggedErrors(codeNotLoaded, codeNotLoaded)
  expect(screen.queryByText('Waiting to send')).toBeNull()
})

it('an automatic try waits for the call with which the user is sending the same post', async () => {
  const setTimer = setTimeout
  let calls = 0
  /** The automatic tries after the first two have failed. */
  const laterTries: (() => void)[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) => {
    if (!retryDelays.has(ms)) return setTimer(run, ms)
    // Live updates start after 5000 ms, too.
    if (calls < 3 || ms === 5000) return setTimer(run)
    laterTries.push(run)
    return setTimer(() => {})
  })
  const { released, release } = hold()
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName !== 'CreatePost') return forward(operation)
      calls += 1
      if (calls <= 3) return codeDoesNotLoad
      return from(released).pipe(mergeMap(() => forward(operation)))
    }),
  )
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/home', { as: ana })
  await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
  await user.click(button('Post'))
  await waitFor(() => expect(laterTries).toHaveLength(1))
  await user.click(button('Retry'))
  await waitFor(() => expect(calls).toBe(4))
  await act(async () => laterTries[0]?.())
  expect(laterTries).toHaveLength(1)
  release()
  await findPost('Nettle')
  await expectNoToasts(user)
  await expectLoggedErrors(codeNotLoaded, codeNotLoaded, codeNotLoaded)
})

it('a post is sent in the next session without the delay of the former one', async () => {
  retryAtOnce({ upTo: 5000 })
  connectNewBackend(
    new ApolloLink((operation, forward) =>
      operation.operationName === 'CreatePost' ? codeDoesNotLoad : forward(operation),
    ),
  )
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/home', { as: ana })
  await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
  await user.click(button('Post'))
  await waitFor(() => expect(setTimeout).toHaveBeenCalledWith(expect.any(Function), 10_000))
  await expectLoggedErrors(codeNotLoaded, codeNotLoaded, codeNotLoaded)
  await closeApp()
  connectNewBackend()
  vi.mocked(setTimeout).mockClear()
  await startApp('/home', { as: ana })
  await expectToasts('success: Post sent')
  expect(setTimeout).not.toHaveBeenCalledWith(expect.any(Function), 10_000)
})

it('no toast says that a post was sent which another tab has discarded', async () => {
  retryAtOnce()
  let calls = 0
  const { released, release } = hold()
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName !== 'CreatePost') return forward(operation)
      calls += 1
      const failure = codeDoesNotLoad
      return calls === 1 ? failure : from(released).pipe(mergeMap(() => failure))
    }),
  )
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Linen')
  const user = await startApp('/home', { as: ana })
  await findPost('Linen')
  await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
  await user.click(button('Post'))
  await waitFor(() => expect(calls).toBe(2))
  act(() => {
    for (const id of allDrafts().keys()) removeDraft(id)
  })
  release()
  await expectLoggedErrors(codeNotLoaded, codeNotLoaded)
  await expectNoToasts(user)
})
