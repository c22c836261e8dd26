import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { picture } from '../../mediaFiles.ts'
import { at } from '../../values.ts'
import {
  failEveryCall,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  reload,
  serverErrorMessage,
  setLab,
  startApp,
  waitForResponses,
} from '../app.tsx'
import { loseResponses } from '../lostResponses.ts'
import { button, expectLoggedErrors, expectToasts, pickFile, toasts } from '../screen.ts'
import { savedFiles } from './savedFiles.ts'

/** A new picture for the profile. */

/** Waits until the picture is uploaded, and part of the draft. */
async function waitForUpload(): Promise<void> {
  await waitFor(() => expect(button('Update Profile').getAttribute('aria-disabled')).toBeNull())
}

async function startInForm() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/userprofile', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
  const card = screen.getByRole('region', { name: /^Profile of/ })
  const shown = () => card.querySelector('img')?.getAttribute('src')
  // With reduced motion the code that finds animations loads before the picture shows.
  await waitFor(() => expect(shown()).toEqual(expect.any(String)))
  return { tab, ana, user, shown, card }
}

it('a profile picture whose upload fails waits for a retry, beside an error message', async () => {
  const { user, shown, card } = await startInForm()
  const stored = shown()
  await failEveryCall()
  await pickFile(user, 'Change picture', picture('new.png'))
  const note = await within(card).findByRole('alert')
  expect(note.textContent).toBe('That picture did not upload.')
  await waitFor(() => expect(shown()).toBe(stored))
  // The backend logs the cause, and the app logs its response.
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(button('Update Profile').getAttribute('aria-disabled')).toBe('true')
  await setLab()
  await user.click(button('Retry'))
  await waitForUpload()
  expect(shown()).not.toBe(stored)
})

it('a profile picture that is being uploaded survives a reload', async () => {
  const { tab, ana, user } = await startInForm()
  const held = await holdDatabase(tab)
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitFor(() => expect(button('Change picture').getAttribute('aria-busy')).toBe('true'))
  await waitFor(async () => expect(await savedFiles()).toHaveLength(1))
  cleanup()
  await held.release()
  const again = await reload('/userprofile', ana)
  await screen.findByRole('button', { name: 'Update Profile' })
  await waitForUpload()
  await again.click(button('Update Profile'))
  await expectToasts('success: Profile updated')
  expect(localStorage.getItem('curr_user')).toContain('/media/')
})

it('a profile picture is saved with the other fields, once although the response is lost', async () => {
  const { EditProfile: keys = [] } = loseResponses({ EditProfile: 1 })
  const { user, shown, card } = await startInForm()
  const stored = shown()
  await pickFile(user, 'Change picture', picture('new.png'))
  await user.type(screen.getByLabelText('Bio:'), 'Weaver')
  await waitForUpload()
  expect(shown()).not.toBe(stored)
  expect(keys).toEqual([])
  await user.click(button('Update Profile'))
  await expectToasts('success: Profile updated')
  expect(keys).toEqual([keys[1], keys[0]])
  expect(localStorage.getItem('curr_user')).toContain('/media/')
  expect(localStorage.getItem('curr_user')).toContain('Weaver')
  await screen.findByRole('button', { name: 'Edit profile' })
  expect(shown()).not.toBe(stored)
  expect(within(card).queryByRole('alert')).toBeNull()
})

it('a profile picture is taken back with Discard, which asks first', async () => {
  const { tab, ana, user, shown } = await startInForm()
  const stored = shown()
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitForUpload()
  await user.click(button('Close profile form'))
  await screen.findByText('Discard changes?')
  await user.click(button('Discard'))
  await screen.findByRole('button', { name: 'Edit profile' })
  await waitFor(() => expect(shown()).toBe(stored))
  await user.click(button('Edit profile'))
  await waitFor(() => expect(shown()).toBe(stored))
  expect(at((await tab.rest('GET', `/users/${ana.id}`)).json, 'user.avatar')).toBe('/art/avatar-default.svg')
})

it('a profile picture that is not saved stays in the form over a reload', async () => {
  const { ana, user, shown } = await startInForm()
  const stored = shown()
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitForUpload()
  const next = await reload('/userprofile', ana)
  await screen.findByRole('button', { name: 'Update Profile' })
  const [first] = screen.getByRole('region', { name: /^Profile of/ }).querySelectorAll('img')
  expect(first?.getAttribute('src')).not.toBe(stored)
  await next.click(button('Update Profile'))
  await expectToasts('success: Profile updated')
  expect(localStorage.getItem('curr_user')).toContain('/media/')
})

it('a profile picture that is being uploaded is dropped when the form is closed', async () => {
  const { tab, user, shown } = await startInForm()
  const stored = shown()
  const held = await holdDatabase(tab)
  const change = button('Change picture')
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitFor(() => expect(change.getAttribute('aria-busy')).toBe('true'))
  expect(button('Update Profile').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('Close profile form'))
  await user.click(button('Discard'))
  await waitFor(() => expect(change.isConnected).toBe(false))
  await held.release()
  await waitForResponses()
  await waitFor(() => expect(shown()).toBe(stored))
  expect(toasts()).toEqual([])
})

it('a profile picture waits in the form although the user leaves the page during its upload', async () => {
  const { tab, user } = await startInForm()
  const held = await holdDatabase(tab)
  const change = button('Change picture')
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitFor(() => expect(change.getAttribute('aria-busy')).toBe('true'))
  const nav = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(nav.getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(change.isConnected).toBe(false))
  await held.release()
  await user.click(nav.getByRole('link', { name: /@ana/ }))
  await waitForUpload()
  await user.click(button('Update Profile'))
  await expectToasts('success: Profile updated')
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

it('a profile picture that is uploaded but not saved stays in the form, which says so', async () => {
  const { user, shown } = await startInForm()
  const stored = shown()
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitForUpload()
  await setLab({ kind: 'errorBefore', only: 'EditProfile' })
  await user.click(button('Update Profile'))
  await screen.findByText('Not saved. Your text is still here.')
  expect(shown()).not.toBe(stored)
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)

  await setLab()
  await user.click(button('Update Profile'))
  await expectToasts('success: Profile updated')
})

it('a profile picture that is saved despite an error in the response shows without an error message', async () => {
  const { user, shown, card } = await startInForm()
  const stored = shown()
  await pickFile(user, 'Change picture', picture('new.png'))
  await waitForUpload()
  await setLab({ kind: 'errorAfter', only: 'EditProfile' })
  await user.click(button('Update Profile'))
  await waitFor(() => expect(localStorage.getItem('curr_user')).toContain('/media/'))
  const nav = screen.getByRole('navigation', { name: 'Main' })
  await waitFor(() => expect(nav.querySelector('img')?.getAttribute('src')).not.toBe(stored))
  await screen.findByRole('button', { name: 'Edit profile' })
  expect(within(card).queryByRole('alert')).toBeNull()
  expect(shown()).not.toBe(stored)
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
})
