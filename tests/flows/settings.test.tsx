import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { endSession } from '../../src/session/session.ts'
import { address, holdDatabase, injectedFaultMessage, openOtherTab, setLab, startApp } from './app.tsx'
import { button, expectLoggedErrors, expectToasts } from './screen.ts'

it('"Download my data" is busy from the press on, and goes on after the user has left the page', async () => {
  // jsdom would navigate to the file.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  const held = await holdDatabase(tab)
  await user.click(button('Download my data'))
  expect(button('Download my data').getAttribute('aria-busy')).toBe('true')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull())
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect((await screen.findByRole('button', { name: 'Download my data' })).getAttribute('aria-busy')).toBe('true')
  await held.release()
  await expectToasts('success: Your data was downloaded')
  expect(click).toHaveBeenCalledOnce()
  expect(button('Download my data').getAttribute('aria-busy')).toBeNull()
})

it('says that it is uncertain whether the other devices were signed out if the response is lost', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await setLab({ kind: 'errorAfter', only: 'SignOutEverywhere' })
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  await expectToasts('error: It is not certain that the other devices were signed out. You may have to log in again.')
  await expectLoggedErrors(injectedFaultMessage)
})

it('a deleted account leads to the landing page although another call was refused before the response', async () => {
  // jsdom lacks it.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox'), 'ana')
  const held = await holdDatabase(tab)
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  // As a refused call does.
  endSession('tokenRejected')
  await screen.findByRole('heading', { name: 'Welcome back' })
  await held.release()
  await expectToasts('info: Your account was deleted')
  await waitFor(() => expect(address()).toBe('/'))
})
