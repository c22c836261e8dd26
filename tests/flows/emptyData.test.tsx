import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openInBrowserBackend } from '../../src/backend/openBackend.ts'
import { openOtherTab, startApp } from './app.tsx'
import { button, expectToasts } from './screen.ts'

/** The app after the scenario Empty. */

it('the frame no longer shows the deleted user, and a refused Test Login links to the lab', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/lab', { as: ana })
  await within(await screen.findByRole('navigation', { name: 'Main' })).findByText('@ana')
  const { runDataTask } = await openInBrowserBackend()
  const { signal } = new AbortController()
  await runDataTask(
    { kind: 'scenario', scenario: 'empty', seed: 1 },
    { signal, onProgress: () => {}, token: ana.token, onTokenRenewed: () => {} },
  )
  await user.click(await screen.findByRole('link', { name: 'Log In' }))
  expect(screen.queryByText('@ana')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Test Login' }))
  const note = await screen.findByText(/^The data has no account for Test Login/)
  expect(within(note).getByRole('link', { name: 'Lab' }).getAttribute('href')).toBe('/lab')
  await expectToasts('error: The username you entered is not Registered. Not Found error')
  await waitFor(() => expect(button('Test Login').getAttribute('aria-busy')).toBeNull())
})
