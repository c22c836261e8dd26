import { ApolloLink } from '@apollo/client'
import { screen } from '@testing-library/react'
import { throwError } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { CodeNotLoadedError } from '../../resolvers/lib/ConnectionLostError.ts'
import { codeNotLoaded } from '../../shared/codeNotLoaded.ts'
import { connectNewBackend, openOtherTab, startApp } from './app.tsx'
import { button, expectLoggedErrors, expectToasts, findPost } from './screen.ts'

/** The delays before the automatic tries to send a waiting post, in ms. */
const retryDelays = new Set<unknown>([5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000])

it('a post whose code does not load twice is sent without a press and without a reload', async () => {
  const setTimer = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) =>
    setTimer(run, retryDelays.has(ms) ? 0 : ms),
  )
  let failures = 2
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName !== 'CreatePost' || failures === 0) return forward(operation)
      failures -= 1
      return throwError(() => new CodeNotLoadedError(new TypeError('Failed to fetch')))
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
