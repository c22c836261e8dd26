import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { openOtherTab, reload, startApp, waitForResponses } from '../app.tsx'
import { fileOf, picture } from '../../mediaFiles.ts'
import { button, expectLoggedErrors, findPost, pickFile } from '../screen.ts'
import { holdNextCheck } from './heldReads.ts'
import { savedFiles } from './savedFiles.ts'
import { draftIds } from '../storedDrafts.ts'

/** Files of the composer that are not saved yet, or cannot be. */

async function start() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  return { tab, ana, user: await startApp('/home', { as: ana }) }
}

/** Makes saving the file of a draft fail. */
function fillDisk(): void {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.transaction.db.name === 'weft-drafts') throw new Error('The disk is full.')
    return put.apply(this, given)
  })
}

/** Follows the link to Explore, and does something there. */
async function visitExplore(user: UserEvent, meanwhile: () => void = () => {}): Promise<void> {
  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
  meanwhile()
  await user.click(screen.getByRole('link', { name: 'Home' }))
}

it('says that the browser has not saved a picture, and after a reload that it is lost', async () => {
  const { ana, user } = await start()
  await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
  fillDisk()
  await pickFile(user, 'Add a photo', picture('new.png'))
  await screen.findByText('This browser could not save the file of the draft')
  expect(screen.queryByText('Draft saved')).toBeNull()
  await expectLoggedErrors('The disk is full.')
  await reload('/home', ana)
  await screen.findByText('The file of this draft could not be read. Please choose it again.')
  expect(screen.getByRole('textbox', { name: 'New post' })).toHaveProperty('value', 'Nettle')
})

it('attaches and uploads a picture that is still being checked when the user opens another page', async () => {
  const { tab, user } = await start()
  await findPost('Hemp')
  const check = holdNextCheck()
  await pickFile(user, 'Add a photo', picture('left.png'))
  await check.started
  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
  check.release()
  await waitFor(async () => expect(await savedFiles()).toHaveLength(1))
  await waitFor(async () => expect(await tab.store.read.files.page('byId', { limit: 9 })).toHaveLength(1))

  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('img', { name: 'Preview of left.png' })
  await screen.findByRole('button', { name: 'Remove photo' })
  expect(await tab.store.read.files.page('byId', { limit: 9 })).toHaveLength(1)
})

it('keeps a picture that the browser could not save when the user leaves and returns', async () => {
  const { user } = await start()
  await findPost('Hemp')
  fillDisk()
  await pickFile(user, 'Add a photo', picture('new.png'))
  await screen.findByRole('button', { name: 'Remove photo' })
  await expectLoggedErrors('The disk is full.')
  await visitExplore(user)
  await screen.findByRole('img', { name: 'Preview of new.png' })
})

it('says why a file was refused when the user leaves while it is checked, and returns', async () => {
  const { user } = await start()
  await findPost('Hemp')
  const check = holdNextCheck()
  await pickFile(user, 'Add a photo', fileOf('Text', 4, 'text.png', 'image/png'))
  await check.started
  await visitExplore(user, check.release)
  await screen.findByText(/^That file is not a picture Weft can show/)
  await waitFor(() => expect(draftIds()).toEqual([]))
  await waitForResponses()
  const problem = screen.getByText(/^That file is not a picture Weft can show/)
  // Colour is not its only sign.
  expect(problem.querySelector('svg')).not.toBeNull()
})

it('no longer says why a file was refused when the user has left and returns', async () => {
  const { user } = await start()
  await findPost('Hemp')
  await pickFile(user, 'Add a photo', fileOf('Text', 4, 'text.png', 'image/png'))
  await screen.findByText(/^That file is not a picture Weft can show/)
  await visitExplore(user)
  await screen.findByRole('textbox', { name: 'New post' })
  expect(screen.queryByText(/^That file is not a picture Weft can show/)).toBeNull()
})

it('no longer says why a file was refused once a post without it is sent', async () => {
  const { user } = await start()
  await pickFile(user, 'Add a photo', fileOf('Text', 4, 'text.png', 'image/png'))
  await screen.findByText(/^That file is not a picture Weft can show/)
  await user.type(screen.getByRole('textbox', { name: 'New post' }), 'Nettle')
  await user.click(button('Post'))
  await findPost('Nettle')
  expect(screen.queryByText(/^That file is not a picture/)).toBeNull()
})
