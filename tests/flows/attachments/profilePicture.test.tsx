import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { picture } from '../../mediaFiles.ts'
import { at } from '../../values.ts'
import {
  failEveryCall,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  serverErrorMessage,
  setLab,
  startApp,
} from '../app.tsx'
import { loseResponses } from '../lostResponses.ts'
import { button, expectLoggedErrors, expectToasts, pickFile } from '../screen.ts'
import { startConfiguredCloud } from './configuredCloud.ts'
import { holdNextCheck } from './heldReads.ts'

/** A new picture for the profile. */

async function startInForm() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/userprofile', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
  const card = screen.getByRole('region', { name: /^Profile of/ })
  return { tab, ana, user, shown: () => card.querySelector('img')?.getAttribute('src'), card }
}

it('the form says the limits of a profile picture before one is chosen', async () => {
  await startInForm()
  expect(screen.getByText('Photos up to 4 MB: JPEG, PNG, GIF, WebP or AVIF')).toBeTruthy()
})

it('a profile picture whose upload fails is replaced by the saved one, with an error message', async () => {
  const { user, shown, card } = await startInForm()
  const stored = shown()
  await failEveryCall()
  await pickFile(user, 'Change picture', picture('new.png'))
  const note = await within(card).findByRole('alert')
  expect(note.textContent).toBe('That picture did not upload. Please try again.')
  expect(shown()).toBe(stored)
  // The backend logs the cause, and the app logs its response.
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
})

it('a profile picture whose response is lost is sent again, and stays without an error message', async () => {
  const { EditProfile: keys = [] } = loseResponses({ EditProfile: 1 })
  const { user, shown, card } = await startInForm()
  const stored = shown()
  await pickFile(user, 'Change picture', picture('new.png'))
  await expectToasts('success: Profile updated')
  expect(keys).toEqual([keys[1], keys[0]])
  expect(localStorage.getItem('curr_user')).toContain('/media/')
  expect(shown()).not.toBe(stored)
  expect(within(card).queryByRole('alert')).toBeNull()
})

it.each(['close the form', 'leave the page'])(
  'a profile picture is saved and confirmed although users %s meanwhile',
  async (how) => {
    const { tab, user } = await startInForm()
    const held = await holdDatabase(tab)
    const change = button('Change picture')
    await pickFile(user, 'Change picture', picture('new.png'))
    await waitFor(() => expect(change.getAttribute('aria-busy')).toBe('true'))
    const settings = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Settings' })
    await user.click(how === 'close the form' ? button('Close profile form') : settings)
    await waitFor(() => expect(change.isConnected).toBe(false))
    await held.release()
    await expectToasts('success: Profile updated')
    expect(localStorage.getItem('curr_user')).toContain('/media/')
  },
)

it('a profile picture that does not upload after the form was closed shows a toast', async () => {
  const { user } = await startInForm()
  await failEveryCall()
  const check = holdNextCheck()
  await pickFile(user, 'Change picture', picture('new.png'))
  await check.started
  await user.click(button('Close profile form'))
  check.release()
  await expectToasts('error: That picture did not upload. Please try again.')
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
})

it('a profile picture is not changed after a log-out', async () => {
  const { tab, ana, user } = await startInForm()
  const held = await holdDatabase(tab)
  const change = button('Change picture')
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitFor(() => expect(change.getAttribute('aria-busy')).toBe('true'))
  await user.click(button('Log out'))
  await held.release()
  await expectToasts('info: Logged out')
  expect(at((await tab.rest('GET', `/users/${ana.id}`)).json, 'user.avatar')).toBe('/art/avatar-default.svg')
})

it('a profile picture that is uploaded but not saved is replaced by the saved one, with an error message', async () => {
  // Uploads to a cloud, so that only saving fails.
  await startConfiguredCloud()
  const { user, shown, card } = await startInForm()
  const stored = shown()
  await setLab({ kind: 'errorBefore', only: 'EditProfile' })
  await pickFile(user, 'Change picture', picture('new.png'))
  const note = await within(card).findByRole('alert')
  expect(note.textContent).toBe('That picture could not be saved. Please try again.')
  expect(shown()).toBe(stored)
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)

  await setLab()
  await pickFile(user, 'Change picture', picture('newer.png'))
  await expectToasts('success: Profile updated')
  await waitFor(() => expect(within(card).queryByRole('alert')).toBeNull())
  expect(shown()).not.toBe(stored)
})

it('a profile picture that is saved despite an error in the response shows without an error message', async () => {
  const { user, shown, card } = await startInForm()
  const stored = shown()
  await setLab({ kind: 'errorAfter', only: 'EditProfile' })
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitFor(() => expect(localStorage.getItem('curr_user')).toContain('/media/'))
  const nav = screen.getByRole('navigation', { name: 'Main' })
  await waitFor(() => expect(nav.querySelector('img')?.getAttribute('src')).not.toBe(stored))
  expect(within(card).queryByRole('alert')).toBeNull()
  await user.click(button('Close profile form'))
  expect(shown()).not.toBe(stored)
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
})
