import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fileOf } from '../../src/features/drafts/draft.ts'
import { saveDraftFile } from '../../src/features/drafts/draftFiles.ts'
import { onDraftsChanged } from '../../src/features/drafts/draftStore.ts'
import { newFileId } from '../../src/features/attachments/attachmentStore.ts'
import { passwordInput } from '../backend.ts'
import { picture } from '../mediaFiles.ts'
import { holdDatabase, openOtherTab, reload, setLab, startApp, waitForResponses } from './app.tsx'
import { button, findPost, pickFile } from './screen.ts'
import { draftIds, draftKeys, openDraftInOtherTab, storedDraft, storedPost } from './storedDrafts.ts'

/** The draft of a new post that two tabs change. */

async function startAsAna() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  return { tab, ana, id: `draft:${ana.id}:new`, user: await startApp('/home', { as: ana }) }
}

const lost = 'The file of this draft could not be read. Please choose it again.'
const newPost = () => screen.findByRole('textbox', { name: 'New post' })

/** Moves the clock: of two texts of the same millisecond, the name of the tab would decide which one shows. */
function passSecond(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
}

it('a draft follows another tab', async () => {
  const { id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Mine')
  openDraftInOtherTab(id).changePost({ text: 'Theirs' })()
  await waitFor(() => expect(field).toHaveProperty('value', 'Theirs'))
  expect(screen.queryByRole('button', { name: 'Show the other text' })).toBeNull()
  openDraftInOtherTab(id).discard()()
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  expect(draftKeys()).toEqual([])
})

it("keeps both texts if two tabs write before they receive each other's change", async () => {
  const { ana, id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Silk')
  const receive = openDraftInOtherTab(id).changePost({ text: 'Hemp' })
  passSecond()
  await user.type(field, '!')
  expect(field).toHaveProperty('value', 'Silk!')
  receive()
  await user.click(await screen.findByRole('button', { name: 'Show the other text' }))
  expect(field).toHaveProperty('value', 'Hemp')
  await user.click(button('Show the other text'))
  expect(field).toHaveProperty('value', 'Silk!')
  await user.click(button('Discard it'))
  expect(screen.queryByRole('button', { name: 'Show the other text' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New post' }))
  await reload('/home', ana)
  expect(await newPost()).toHaveProperty('value', 'Silk!')
  expect(draftKeys()).toHaveLength(1)
})

it.each([
  ['is posted', {}, 'Silk!'],
  ['waits for a connection', { kind: 'offline', only: 'CreatePost' }, 'Waiting to send'],
] as const)('the other of two texts stays in the form when the first one %s', async (_title, fault, shown) => {
  const { id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Silk')
  const receive = openDraftInOtherTab(id).changePost({ text: 'Hemp' })
  passSecond()
  await user.type(field, '!')
  receive()
  await screen.findByRole('button', { name: 'Show the other text' })
  await setLab(fault)
  await user.click(button('Post'))
  await screen.findByText(shown)
  await waitFor(async () => expect(await newPost()).toHaveProperty('value', 'Hemp'))
  expect(storedPost(id)).toMatchObject({ text: 'Hemp', status: { type: 'editing' } })
  expect(screen.queryByRole('button', { name: 'Show the other text' })).toBeNull()
})

it('a draft keeps both texts if two tabs write and close at once', async () => {
  const { ana, id, user } = await startAsAna()
  await user.type(await newPost(), 'Silk')
  const other = openDraftInOtherTab(id)
  await user.type(await newPost(), ', spun')
  passSecond()
  other.changePost({ text: 'Hemp' })
  const again = await reload('/home', ana)
  expect(await newPost()).toHaveProperty('value', 'Hemp')
  await again.click(await screen.findByRole('button', { name: 'Show the other text' }))
  expect(await newPost()).toHaveProperty('value', 'Silk, spun')
})

it('a draft keeps the picture and the alt text that another tab adds while this tab writes', async () => {
  const { id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Silk')
  const file = { id: newFileId(), name: 'silk.png', type: 'IMAGE' } as const
  await saveDraftFile(file.id, picture(file.name))
  const receive = openDraftInOtherTab(id).changePost({ media: { file, alt: 'A bolt of silk' } })
  await user.type(field, '!')
  receive()
  await screen.findByRole('button', { name: 'Remove photo' })
  await user.type(field, '!')
  expect(storedDraft(id)).toMatchObject({ text: 'Silk!!', media: { file, alt: 'A bolt of silk' } })
  expect(storedDraft(id)).not.toHaveProperty('others')

  await user.click(button('Remove photo'))
  await user.click(button('Discard'))
  expect(screen.queryByRole('img', { name: 'Preview of silk.png' })).toBeNull()
  expect(storedDraft(id)).not.toHaveProperty('media')
})

it('an upload that ends after another tab has replaced the file does not attach its file again', async () => {
  const { tab, id, user } = await startAsAna()
  await newPost()
  const held = await holdDatabase(tab)
  await pickFile(user, 'Add a photo', picture('first.png'))
  await screen.findByRole('progressbar', { name: 'Uploading photo' })
  const file = { id: newFileId(), name: 'second.png', type: 'IMAGE' } as const
  await saveDraftFile(file.id, picture(file.name))
  openDraftInOtherTab(id).changePost({ media: { file, alt: '' } })()
  const attached = new Set<string | undefined>()
  const stop = onDraftsChanged(() => attached.add(fileOf(storedDraft(id))?.name))
  await held.release()
  await screen.findByRole('button', { name: 'Remove photo' })
  screen.getByRole('img', { name: 'Preview of second.png' })
  await waitForResponses()
  stop()
  expect([...attached]).toEqual(['second.png'])
})

it('a file that another tab has not saved yet stays with the draft, and shows once it is uploaded', async () => {
  const { id, user } = await startAsAna()
  await newPost()
  await pickFile(user, 'Add a photo', picture('first.png'))
  await screen.findByRole('button', { name: 'Remove photo' })
  const file = { id: newFileId(), name: 'second.png', type: 'IMAGE' } as const
  const other = openDraftInOtherTab(id)
  other.changePost({ media: { file, alt: '' } })()
  await screen.findByText(lost)
  expect(screen.queryByRole('img', { name: 'Preview of first.png' })).toBeNull()
  expect(storedDraft(id)).toMatchObject({ media: { file } })

  await saveDraftFile(file.id, picture(file.name))
  other.changePost({ upload: { fileId: file.id, media: { url: '/media/f', type: 'IMAGE' }, at: Date.now() } })()
  await screen.findByRole('img', { name: 'Preview of second.png' })
  expect(screen.queryByText(lost)).toBeNull()
})

it('a text that the browser could not save stays beside the one of another tab', async () => {
  const { id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Silk')
  const other = openDraftInOtherTab(id)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  await user.type(field, '!')
  await screen.findByText('This browser could not save the draft')
  full.mockRestore()
  passSecond()
  other.changePost({ text: 'Hemp' })()
  expect(await screen.findByRole('button', { name: 'Show the other text' })).toBeTruthy()
  await user.click(button('Show the other text'))
  expect(field).toHaveProperty('value', 'Silk!')
  expect(storedDraft(id)).toMatchObject({ text: 'Silk!', others: ['Hemp'] })
  expect(screen.queryByText('This browser could not save the draft')).toBeNull()
})

it('a text that the browser could not save stays when another tab removes all entries', async () => {
  const { user } = await startAsAna()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  await user.type(await newPost(), 'Silk')
  full.mockRestore()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  // The session was among the entries.
  await user.type(await screen.findByLabelText('Username'), 'ana')
  await user.type(screen.getByLabelText('Password'), passwordInput('ana').password)
  await user.click(button('Login'))
  expect(await newPost()).toHaveProperty('value', 'Silk')
})

it('a text that another tab writes while this tab posts the draft is another post', async () => {
  const { tab, id, user } = await startAsAna()
  await user.type(await newPost(), 'Silk')
  const other = openDraftInOtherTab(id)
  const held = await holdDatabase(tab)
  await user.click(button('Post'))
  const receive = other.changePost({ text: 'Silk, spun' })
  await held.release()
  await findPost('Silk')
  await waitFor(async () => expect(await newPost()).toHaveProperty('value', ''))
  receive()
  await waitFor(async () => expect(await newPost()).toHaveProperty('value', 'Silk, spun'))
  await user.click(button('Post'))
  await findPost('Silk, spun')
  expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toHaveLength(2)
  expect(draftKeys()).toEqual([])
})

it('a waiting post that another tab sends again keeps its idempotency key', async () => {
  const { ana, user } = await startAsAna()
  await setLab({ kind: 'offline' })
  await user.type(await newPost(), 'Silk')
  await user.click(button('Post'))
  await screen.findByText('Waiting to send')
  const [unsent = ''] = draftIds()
  expect(unsent).toMatch(`draft:${ana.id}:unsent:`)
  const { key = '' } = storedPost(unsent)?.request ?? {}
  openDraftInOtherTab(unsent).changePost({ request: { key, sentAt: Date.now() } })()
  expect(storedPost(unsent)).toMatchObject({ request: { key }, status: { type: 'saving' } })
  expect(button('Retry')).toBeTruthy()
})

it('a draft that two tabs post at the same time keeps its idempotency key', async () => {
  const { tab, id, user } = await startAsAna()
  await user.type(await newPost(), 'Silk')
  const held = await holdDatabase(tab)
  await user.click(button('Post'))
  const { key = '' } = storedPost(id)?.request ?? {}
  const other = openDraftInOtherTab(id)
  const receive = other.changePost({ request: { key, sentAt: Date.now() }, status: { type: 'saving' } })
  await held.release()
  await findPost('Silk')
  await waitFor(async () => expect(await newPost()).toHaveProperty('value', ''))
  receive()
  expect(storedPost(id)).toMatchObject({ request: { key }, status: { type: 'saving' } })
  other.discard()()
  expect(draftKeys()).toEqual([])
})
