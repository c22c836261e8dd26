import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fileOf } from '../../src/features/drafts/draft.ts'
import { newFileId, saveDraftFile } from '../../src/features/drafts/draftFiles.ts'
import { onDraftsChanged } from '../../src/features/drafts/draftStore.ts'
import { passwordInput } from '../backend.ts'
import { picture } from '../mediaFiles.ts'
import { holdDatabase, openOtherTab, reload, setLab, startApp, waitForResponses } from './app.tsx'
import { button, findPost, pickFile } from './screen.ts'
import { draftIds, openDraftInOtherTab, storedDraft, storedPost } from './storedDrafts.ts'

/** The draft of a new post that two tabs change. */

async function startAsAna() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  return { tab, ana, id: `draft:${ana.id}:new`, user: await startApp('/home', { as: ana }) }
}

const lost = 'The file of this draft could not be read. Please choose it again.'
const newPost = () => screen.findByRole('textbox', { name: 'New post' })

it('a draft follows another tab', async () => {
  const { id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Mine')
  act(() => field.blur())
  openDraftInOtherTab(id).changePost({ text: 'Theirs' })()
  await waitFor(() => expect(field).toHaveProperty('value', 'Theirs'))
  openDraftInOtherTab(id).discard()()
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  expect(draftIds()).toEqual([])
})

it('a text stays while its field has the focus, and its next change is the last write', async () => {
  const { ana, id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Silk')
  openDraftInOtherTab(id).changePost({ text: 'Hemp' })()
  expect(field).toHaveProperty('value', 'Silk')
  expect(storedPost(id)).toMatchObject({ text: 'Hemp' })
  await user.type(field, '!')
  expect(storedPost(id)).toMatchObject({ text: 'Silk!' })
  await reload('/home', ana)
  expect(await newPost()).toHaveProperty('value', 'Silk!')
})

it('a text that is typed while another tab posts or discards the draft is another post', async () => {
  const { id, user } = await startAsAna()
  const field = await newPost()
  await user.type(field, 'Silk')
  const { key } = storedPost(id)?.request ?? {}
  openDraftInOtherTab(id).discard()()
  expect(field).toHaveProperty('value', 'Silk')
  expect(storedPost(id)).toMatchObject({ text: 'Silk', status: { type: 'editing' } })
  expect(storedPost(id)?.request.key).not.toBe(key)
})

it('a draft that version 1 has stored is kept, with what its tab wrote last', async () => {
  const { tab, ana, id } = await startAsAna()
  const post = await tab.post(ana, 'Hemp')
  const entryOf = (name: string, time: number, draft: object) =>
    localStorage.setItem(
      `draft:${ana.id}:${name}#${time}-tab`,
      JSON.stringify({ draft, write: { tab: 'tab', time }, seen: {}, writes: {} }),
    )
  const request = { key: 'key' }
  const status = { type: 'editing' }
  entryOf('new', 2, { kind: 'post', text: 'Silk, spun', request, status })
  entryOf('new', 1, { kind: 'post', text: 'Silk', request, status })
  entryOf(`edit:${post}`, 1, { kind: 'edit', text: 'Hemp and silk', request, status })
  await reload('/home', ana)
  expect(await newPost()).toHaveProperty('value', 'Silk, spun')
  expect(await screen.findByRole('textbox', { name: 'Post text' })).toHaveProperty('value', 'Hemp and silk')
  expect(draftIds().toSorted()).toEqual([`draft:${ana.id}:edit:${post}`, id])
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
  const held = await holdDatabase(tab)
  await user.click(button('Post'))
  // Its event arrives later.
  openDraftInOtherTab(id).changePost({ text: 'Silk, spun', status: { type: 'editing' } })
  await held.release()
  await findPost('Silk')
  await waitFor(async () => expect(await newPost()).toHaveProperty('value', 'Silk, spun'))
  await user.click(button('Post'))
  await findPost('Silk, spun')
  expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toHaveLength(2)
  expect(draftIds()).toEqual([])
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
