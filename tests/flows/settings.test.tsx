import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { holdDatabase, openOtherTab, startApp } from './app.tsx'
import { button } from './screen.ts'

it('shows "Download my data" as busy from the press on', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  const held = await holdDatabase(tab)
  await user.click(button('Download my data'))
  expect(button('Download my data').getAttribute('aria-busy')).toBe('true')
  // Leaving the page cancels the download.
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await held.release()
  await screen.findByRole('heading', { level: 1, name: 'Home' })
})
