import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { holdDatabase, injectedFaultMessage, openOtherTab, setLab, startApp } from './app.tsx'
import { button, expectLoggedErrors, expectToasts } from './screen.ts'

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

it('says that it is uncertain whether the other devices were signed out if the response is lost', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await setLab({ kind: 'errorAfter', only: 'SignOutEverywhere' })
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  await expectToasts('error: It is not certain that the other devices were signed out. You may have to log in again.')
  await expectLoggedErrors(injectedFaultMessage)
})
