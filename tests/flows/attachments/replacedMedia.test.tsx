import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fileOf, picture } from '../../mediaFiles.ts'
import { holdDatabase, openOtherTab, startApp } from '../app.tsx'
import { button, expectToasts, findPost, pickFile } from '../screen.ts'
import { holdNextCheck } from './heldReads.ts'
import { draftKeys } from '../storedDrafts.ts'

/** A new post has one picture: what happens to other files, and to the alt text. */

async function startAtHome() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  return { tab, user: await startApp('/home', { as: ana }) }
}

it('attaches the first of several dropped files, and says that the others were not added', async () => {
  const { user } = await startAtHome()
  const field = await screen.findByRole('textbox', { name: 'New post' })
  const message = 'A post has one picture or video. The other files were not added.'
  const drop = (...files: File[]) => fireEvent.drop(field, { dataTransfer: { files, types: ['Files'] } })
  drop(picture('first.png'), picture('second.png'))
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', message)
  await screen.findByRole('img', { name: 'Preview of first.png' })
  drop(picture('second.png'), picture('first.png'))
  await screen.findByRole('img', { name: 'Preview of second.png' })
  expect(screen.getByRole('alert')).toHaveProperty('textContent', message)
  drop(picture('third.png'))
  await screen.findByRole('img', { name: 'Preview of third.png' })
  expect(screen.queryByText(message)).toBeNull()

  drop(fileOf('', 0, 'empty.png', 'image/png'), picture('fourth.png'))
  await screen.findByText('That file is empty. Please choose another one.')
  expect(screen.getByText(message)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Remove photo' }))
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  expect(document.activeElement).toBe(button('Add a photo'))
})

it('says that a file is not added while the post is sent', async () => {
  const { tab, user } = await startAtHome()
  const field = await screen.findByRole('textbox', { name: 'New post' })
  await user.type(field, 'Nettle')
  const held = await holdDatabase(tab)
  await user.click(button('Post'))
  await waitFor(() => expect(button('Post').getAttribute('aria-busy')).toBe('true'))
  fireEvent.drop(field, { dataTransfer: { files: [picture('late.png')], types: ['Files'] } })
  await expectToasts('warning: Your post is being sent. Add the file when that is done.')
  await held.release()
  await findPost('Nettle')
  expect(screen.queryByRole('img', { name: 'Preview of late.png' })).toBeNull()
})

/** Opens Home with a picture whose alt text is typed. */
async function startWithAlt() {
  const { user } = await startAtHome()
  await findPost('Hemp')
  await pickFile(user, 'Add a photo', picture('first.png'))
  await user.click(await screen.findByRole('button', { name: 'Alt text, missing' }))
  const alt = await screen.findByRole('textbox', { name: 'Alt text' })
  await user.type(alt, 'A dot')
  return { user, alt }
}

const isAsking = () => screen.queryByText('Discard alt text?') !== null
const preview = (name: string) => screen.findByRole('img', { name: `Preview of ${name}` })

it('asks before a picture is removed together with its alt text', async () => {
  const { user, alt } = await startWithAlt()
  await user.click(button('Remove photo'))
  expect(document.activeElement).toBe(button('Keep alt text'))
  await user.keyboard('{Escape}')
  expect(isAsking()).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New post' }))
  expect(alt).toHaveProperty('value', 'A dot')
  await user.click(button('Remove photo'))
  await user.click(button('Discard'))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Preview of first.png' })).toBeNull())
  expect(isAsking()).toBe(false)
  expect(document.activeElement).toBe(button('Add a photo'))
  expect(draftKeys()).toEqual([])
})

it('asks before another picture replaces the alt text', async () => {
  const { user, alt } = await startWithAlt()
  await pickFile(user, 'Add a photo', picture('second.png'))
  await user.click(await screen.findByRole('button', { name: 'Keep alt text' }))
  await preview('first.png')
  expect(alt).toHaveProperty('value', 'A dot')
  await pickFile(user, 'Add a photo', picture('third.png'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await preview('third.png')
  expect(isAsking()).toBe(false)
  await screen.findByRole('button', { name: 'Alt text, missing' })
})

it('takes no alt text for a picture while another one is checked in its place', async () => {
  const { user, alt } = await startWithAlt()
  await user.clear(alt)
  const check = holdNextCheck()
  await pickFile(user, 'Add a photo', picture('second.png'))
  await check.started
  expect(alt).toHaveProperty('readOnly', true)
  check.release()
  await preview('second.png')
})
