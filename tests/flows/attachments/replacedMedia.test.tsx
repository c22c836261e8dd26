import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { picture } from '../../mediaFiles.ts'
import { holdDatabase, openOtherTab, startApp } from '../app.tsx'
import { button, expectToasts, findPost, pickFile } from '../screen.ts'
import { draftIds } from '../storedDrafts.ts'

/** A new post has one picture: what happens to other files, and to the alt text. */

const preview = (name: string) => screen.findByRole('img', { name: `Preview of ${name}` })

function drop(field: HTMLElement, ...files: File[]): void {
  fireEvent.drop(field, { dataTransfer: { files, types: ['Files'] } })
}

async function startAtHome() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  return { tab, user: await startApp('/home', { as: ana }) }
}

it('attaches the first of several dropped files, and says that the others were not added', async () => {
  await startAtHome()
  drop(await screen.findByRole('textbox', { name: 'New post' }), picture('first.png'), picture('second.png'))
  await preview('first.png')
  await expectToasts('warning: A post has one picture or video. The other files were not added.')
})

it('adds no file to one that is attached, until that is removed', async () => {
  const { user } = await startAtHome()
  const field = await screen.findByRole('textbox', { name: 'New post' })
  drop(field, picture('first.png'))
  const remove = await screen.findByRole('button', { name: 'Remove photo' })
  expect(button('Add a photo')).toHaveProperty('disabled', true)
  expect(button('Add a video')).toHaveProperty('disabled', true)
  drop(field, picture('second.png'))
  await expectToasts('warning: A post has one picture or video. Remove it before you add another one.')
  await preview('first.png')
  await user.click(remove)
  expect(document.activeElement).toBe(button('Add a photo'))
  drop(field, picture('second.png'))
  await preview('second.png')
})

it('says that a file is not added while the post is sent', async () => {
  const { tab, user } = await startAtHome()
  const field = await screen.findByRole('textbox', { name: 'New post' })
  await user.type(field, 'Nettle')
  const held = await holdDatabase(tab)
  await user.click(button('Post'))
  await waitFor(() => expect(button('Post').getAttribute('aria-busy')).toBe('true'))
  drop(field, picture('late.png'))
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
  expect(draftIds()).toEqual([])
})
