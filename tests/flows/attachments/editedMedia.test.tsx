import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { closeApp, holdDatabase, openOtherTab, reload, startApp, waitForResponses } from '../app.tsx'
import { fileOf, png } from '../../mediaFiles.ts'
import { button, expectToasts, findPost, pickFile } from '../screen.ts'
import { holdNextCheck, holdNextSave } from './heldReads.ts'
import { draftIds, openDraftInOtherTab, storedDraft } from '../storedDrafts.ts'
import { savedFiles } from './savedFiles.ts'

/** Another picture for a post, in its edit form. */

const picture = (name: string) => fileOf(png, png.length, name, 'image/png')
const preview = (name: string) => screen.findByRole('img', { name: `Preview of ${name}` })
const altText = () => screen.findByRole('textbox', { name: 'Alt text' })

/** Presses Update once the upload has ended. */
async function update(user: UserEvent): Promise<void> {
  await waitFor(() => expect(button('Update').getAttribute('aria-disabled')).toBeNull())
  await user.click(button('Update'))
}

/** Opens the edit form of a post without a picture. */
async function startInForm() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Silk')
  const user = await startApp('/explore', { as: ana })
  await user.click(button('Edit post', await findPost('Silk')))
  await screen.findByRole('textbox', { name: 'Post text' })
  const read = async () => (await tab.store.read.posts.getMany([id]))[0]
  const countFiles = async () => (await tab.store.admin.read((tx) => tx.count())).files
  return { tab, ana, id, user, read, countFiles }
}

it('a chosen picture is kept by a reload, and replaces the former one with Update', async () => {
  const { ana, read, countFiles, ...started } = await startInForm()
  await pickFile(started.user, 'Add a photo', picture('first.png'))
  await preview('first.png')
  await screen.findByRole('button', { name: 'Remove photo' })
  await started.user.type(await altText(), 'A bolt')
  await started.user.type(screen.getByRole('textbox', { name: 'Post text' }), ' and hemp')

  const user = await reload('/explore', ana)
  await preview('first.png')
  expect(await altText()).toHaveProperty('value', 'A bolt')
  await update(user)
  await screen.findByRole('img', { name: 'A bolt' })
  await waitFor(async () => expect(await read()).toMatchObject({ content: 'Silk and hemp', mediaAlt: 'A bolt' }))
  await waitFor(() => expect(draftIds()).toEqual([]))
  const first = (await read())?.mediaUrl

  await user.click(button('Edit post'))
  await pickFile(user, 'Add a photo', picture('second.png'))
  await preview('second.png')
  // The new picture has another description.
  expect(await altText()).toHaveProperty('value', '')
  expect(screen.queryByRole('img', { name: 'A bolt' })).toBeNull()
  await update(user)
  await waitFor(async () => expect((await read())?.mediaUrl).not.toBe(first))
  expect(await read()).toMatchObject({ content: 'Silk and hemp', mediaType: 'image', mediaAlt: '' })
  expect(await countFiles()).toBe(1)
})

it('removing a picked picture shows the picture of the post again', async () => {
  const { user, read, ana } = await startInForm()
  await pickFile(user, 'Add a photo', picture('first.png'))
  await user.type(await altText(), 'A bolt')
  await update(user)
  await waitFor(async () => expect((await read())?.mediaAlt).toBe('A bolt'))

  const again = await reload('/explore', ana)
  await again.click(button('Edit post', await findPost('Silk')))
  await pickFile(again, 'Add a photo', picture('second.png'))
  await preview('second.png')
  await again.click(await screen.findByRole('button', { name: 'Remove photo' }))
  expect(await screen.findByRole('img', { name: 'A bolt' })).toBeTruthy()
  expect(await altText()).toHaveProperty('value', 'A bolt')
  await again.click(button('Cancel'))
  expect(draftIds()).toEqual([])
})

it('a pasted picture is attached to the post that is edited, and Cancel asks before it is discarded', async () => {
  const { user, read } = await startInForm()
  const clipboardData = { files: [picture('pasted.png')], types: ['Files'] }
  fireEvent.paste(screen.getByRole('textbox', { name: 'Post text' }), { clipboardData })
  await preview('pasted.png')
  await user.click(button('Cancel'))
  await user.click(button('Discard'))
  expect(screen.queryByRole('img', { name: 'Preview of pasted.png' })).toBeNull()
  expect(draftIds()).toEqual([])
  expect(await read()).toMatchObject({ content: 'Silk', mediaUrl: '' })
})

it('a picture that is still being saved when the form is closed does not open it again', async () => {
  const { user } = await startInForm()
  const save = holdNextSave()
  await pickFile(user, 'Add a photo', picture('slow.png'))
  await save.started
  await user.click(button('Cancel'))
  await user.click(button('Discard'))
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete')
  save.release()
  await waitFor(() => expect(remove).toHaveBeenCalled())
  expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull()
  expect(draftIds()).toEqual([])
})

it('a picture that is still being checked when the user leaves the page stays with the edit', async () => {
  const { ana, user } = await startInForm()
  const check = holdNextCheck()
  await pickFile(user, 'Add a photo', picture('left.png'))
  await check.started
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { level: 1, name: 'Home' })
  check.release()
  await waitFor(async () => expect(await savedFiles()).toHaveLength(1))
  await waitFor(() => expect(draftIds()).toEqual([expect.stringContaining(ana.id)]))

  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await preview('left.png')
})

it('a picture that was being checked when the form was closed is not attached when the user leaves the page', async () => {
  const { user } = await startInForm()
  const check = holdNextCheck()
  await pickFile(user, 'Add a photo', picture('cancelled.png'))
  await check.started
  await user.click(button('Edit post'))
  await user.click(button('Discard'))
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { level: 1, name: 'Home' })
  check.release()
  await waitForResponses()
  expect(draftIds()).toEqual([])
})

it('the changed alt text stays when the page is closed while another picture is checked', async () => {
  const { user, read, ana } = await startInForm()
  await pickFile(user, 'Add a photo', picture('first.png'))
  await user.type(await altText(), 'A bolt')
  await update(user)
  await waitFor(async () => expect((await read())?.mediaAlt).toBe('A bolt'))

  await user.click(button('Edit post'))
  await user.type(await altText(), ' of silk')
  const check = holdNextCheck()
  await pickFile(user, 'Add a photo', picture('second.png'))
  await check.started
  dispatchEvent(new Event('pagehide'))
  cleanup()
  const again = await reload('/explore', ana)
  await screen.findByText('The file of this draft could not be read. Please choose it again.')
  await again.click(button('Remove file'))
  expect(await altText()).toHaveProperty('value', 'A bolt of silk')
  check.release()
})

it('text that is typed during the upload stays', async () => {
  const { tab, user } = await startInForm()
  const held = await holdDatabase(tab)
  await pickFile(user, 'Add a photo', picture('slow.png'))
  await screen.findByRole('button', { name: 'Cancel upload' })
  await user.click(button('Update'))
  expect(document.activeElement).toBe(button('Update'))
  const field = screen.getByRole('textbox', { name: 'Post text' })
  await user.type(field, ' and hemp')
  await held.release()
  await screen.findByRole('button', { name: 'Remove photo' })
  expect(field).toHaveProperty('value', 'Silk and hemp')
})

it('the picture of an edit is posted with its text after the post was deleted elsewhere', async () => {
  const { tab, ana, id, user } = await startInForm()
  await pickFile(user, 'Add a photo', picture('kept.png'))
  await user.type(await altText(), 'A bolt')
  await screen.findByRole('button', { name: 'Remove photo' })
  await closeApp()
  await tab.rest('DELETE', `/posts/${id}`, { token: ana.token })
  const again = await reload('/explore', ana)
  await again.click(await screen.findByRole('button', { name: 'Post as new' }))
  await within(await findPost('Silk')).findByRole('img', { name: 'A bolt' })
})

/** Starts the app with the draft of an edit whose post was deleted two days ago, as the backend has deleted its picture. */
async function startWithDeletedPost() {
  const { tab, ana, id, user, countFiles } = await startInForm()
  await pickFile(user, 'Add a photo', picture('kept.png'))
  await user.type(await altText(), 'A bolt')
  await screen.findByRole('button', { name: 'Remove photo' })
  const draftId = `draft:${ana.id}:edit:${id}`
  const edit = storedDraft(draftId)
  await closeApp()
  await tab.rest('DELETE', `/posts/${id}`, { token: ana.token })
  const twoDaysAgo = Date.now() - 2 * 86_400_000
  const { upload } = edit?.kind === 'edit' ? edit : {}
  openDraftInOtherTab(draftId).changeEdit({
    request: { key: 'k', sentAt: twoDaysAgo },
    status: { type: 'failed', message: 'Server Error try again' },
    ...(upload && { upload: { ...upload, at: twoDaysAgo, media: { ...upload.media, url: '/media/deleted' } } }),
  })
  const again = await reload('/explore', ana)
  return { tab, draftId, countFiles, again, postAsNew: await screen.findByRole('button', { name: 'Post as new' }) }
}

it('the picture of an edit is uploaded again for a new post after the backend has deleted it', async () => {
  const { tab, countFiles, again, postAsNew } = await startWithDeletedPost()
  await again.click(postAsNew)
  await within(await findPost('Silk')).findByRole('img', { name: 'A bolt' })
  const [newest] = await tab.store.read.posts.page('LATEST', { limit: 1 })
  expect(newest?.row.mediaUrl).not.toBe('/media/deleted')
  expect(await countFiles()).toBeGreaterThan(0)
})

it('a post whose picture is uploaded again cannot be discarded on another page meanwhile', async () => {
  const { tab, again, postAsNew } = await startWithDeletedPost()
  const held = await holdDatabase(tab)
  await again.click(postAsNew)
  await again.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { name: 'Home' })
  const outbox = await screen.findByRole('region', { name: 'Unsent posts' })
  expect(button('Discard', outbox)).toHaveProperty('disabled', true)
  await held.release()
  await findPost('Silk')
})

it('a post that another tab discards while its picture is uploaded again is not sent', async () => {
  const { tab, draftId, countFiles, again, postAsNew } = await startWithDeletedPost()
  const before = await tab.store.read.posts.page('LATEST', { limit: 10 })
  const held = await holdDatabase(tab)
  await again.click(postAsNew)
  openDraftInOtherTab(draftId).discard()()
  await held.release()
  await waitFor(async () => expect(await countFiles()).toBeGreaterThan(0))
  await waitForResponses()
  expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toEqual(before)
})

it('a post whose author logs out while its picture is uploaded again stays a draft, without a message', async () => {
  const { tab, draftId, again, postAsNew } = await startWithDeletedPost()
  const held = await holdDatabase(tab)
  await again.click(postAsNew)
  await again.click(button('Log out'))
  await screen.findByRole('heading', { name: 'Welcome back' })
  await held.release()
  await waitForResponses()
  await again.click(button('Login'))
  await expectToasts('info: Logged out', 'warning: Enter all Credentials!')
  expect(draftIds()).toEqual([draftId])
})
