import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { textLimits } from '../../shared/textLimits.ts'
import { profileFields } from '../../src/features/profile/profileFields.ts'
import { passwordMarker } from '../backend.ts'
import { picture } from '../mediaFiles.ts'
import { countWrites, openOtherTab, startApp } from './app.tsx'
import { button, expectToasts, findPost, pickFile, postTexts } from './screen.ts'

/** The limits of texts (shared/textLimits.ts), as the screens show them. */

/** Starts the app as Ana, who has the post "one". */
async function startAsAna(path: string) {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'one')
  return startApp(path, { as: ana })
}

/** Returns the description of a field: its length, if it is near the limit. */
function lengthOf(field: HTMLElement): string | null | undefined {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
}

it('a new post says its length near the limit, and is kept and not sent above it', async () => {
  const user = await startAsAna('/home')
  await findPost('one')
  const field = screen.getByRole('textbox', { name: 'New post' })
  const writes = countWrites()
  await user.click(field)
  await user.paste('a'.repeat(4499))
  expect(lengthOf(field)).toBeUndefined()
  await user.paste('a')
  expect(lengthOf(field)).toBe('4,500 of 5,000 characters')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await user.paste('a'.repeat(501))
  expect(lengthOf(field)).toBe('5,001 of 5,000 characters. Shorten the text.')
  expect(field.getAttribute('aria-invalid')).toBe('true')

  await user.click(button('Post'))
  expect(document.activeElement).toBe(field)
  expect(field).toHaveProperty('value', 'a'.repeat(5001))
  expect(writes()).toBe(0)

  await user.keyboard('{Backspace}')
  expect(lengthOf(field)).toBe('5,000 of 5,000 characters')
  await user.click(button('Post'))
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(postTexts()[0]).toHaveLength(5000)
})

it('an edited post that is too long is kept and not sent', async () => {
  const user = await startAsAna('/home')
  const post = await findPost('one')
  const writes = countWrites()
  await user.click(button('Edit post', post))
  const field = await within(post).findByRole('textbox', { name: 'Post text' })
  await user.paste('a'.repeat(5000))
  expect(lengthOf(field)).toBe('5,003 of 5,000 characters. Shorten the text.')
  await user.click(button('Update', post))
  expect(document.activeElement).toBe(field)
  expect(field.isConnected).toBe(true)
  expect(writes()).toBe(0)
})

it('an alt text is counted from the start, and by the field itself near the limit', async () => {
  const user = await startAsAna('/home')
  await findPost('one')
  await pickFile(user, 'Add a photo', picture('dot.png'))
  await user.click(await screen.findByRole('button', { name: 'Alt text, missing' }))
  const field = screen.getByRole('textbox', { name: 'Alt text' })
  screen.getByText('0 / 500')
  await user.click(field)
  await user.paste('a'.repeat(449))
  screen.getByText('449 / 500')
  await user.paste('a')
  expect(lengthOf(field)).toBe('450 of 500 characters')
  expect(screen.queryByText('450 / 500')).toBeNull()
})

it.each(profileFields)('a profile whose $label is too long is kept and not sent', async ({ name, label }) => {
  const limit = textLimits[name]
  const shown = limit.toLocaleString('en')
  const user = await startAsAna('/userprofile')
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
  const writes = countWrites()
  const field = screen.getByRole('textbox', { name: label })
  await user.click(field)
  await user.paste('a.example/'.padEnd(limit, 'a'))
  expect(lengthOf(field)).toBe(`${shown} of ${shown} characters`)
  await user.paste('a')
  await user.click(button('Update Profile'))
  expect(document.activeElement).toBe(field)
  expect(lengthOf(field)).toMatch(/\. Shorten the text\.$/)
  expect(writes()).toBe(0)

  await user.keyboard('{Backspace}')
  await user.click(button('Update Profile'))
  await expectToasts('success: Profile updated')
})

it.each(['First name', 'Last name', 'Email', 'Username'])('a sign-up with too long a %s is not sent', async (label) => {
  const user = await startApp('/signup')
  const fields = ['First name', 'Last name', 'Email', 'Username']
  for (const name of fields) await user.type(await screen.findByLabelText(name), 'ana')
  await user.type(screen.getByLabelText('Password'), passwordMarker)
  const writes = countWrites()
  const field = screen.getByLabelText(label)
  await user.click(field)
  await user.paste('a'.repeat(198))
  expect(lengthOf(field)).toBe('201 of 200 characters. Shorten the text.')
  await user.click(button('Sign Up'))
  expect(document.activeElement).toBe(field)
  expect(writes()).toBe(0)
})

it('a search text that is too long is not sent, and says why', async () => {
  const user = await startAsAna('/explore')
  await findPost('one')
  const field = screen.getByRole('combobox', { name: 'Search Users...' })
  await user.click(field)
  await user.paste('a'.repeat(180))
  expect(await screen.findByText(/^No one here is called/)).toBeTruthy()
  expect(lengthOf(field)).toBe('180 of 200 characters')
  await user.paste('a'.repeat(21))
  expect(lengthOf(field)).toBe('201 of 200 characters. Shorten the text.')
  expect(screen.queryByText(/^No one here is called/)).toBeNull()
})
