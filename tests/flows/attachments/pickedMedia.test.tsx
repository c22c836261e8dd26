import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeApp, holdDatabase, openOtherTab, reload, startApp } from '../app.tsx'
import { fileOf, mp4, picture } from '../../mediaFiles.ts'
import { holdNextSave } from './heldReads.ts'
import { draftIds, openDraftInOtherTab, storedPost } from '../storedDrafts.ts'
import { savedFiles } from './savedFiles.ts'
import { button, findPost, expectLoggedErrors, pickFile } from '../screen.ts'

/** Picking a picture or video in the composer. */

async function startAt(path: string) {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  return { tab, ana, user: await startApp(path, { as: ana }) }
}

// jsdom has none.
afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode')
  Reflect.deleteProperty(window, 'createImageBitmap')
})

const notDecoded = () => Promise.reject(new DOMException('Not decoded.', 'EncodingError'))

/** Closes the page as a browser does: nothing runs after `pagehide`. */
function closePage(): void {
  dispatchEvent(new Event('pagehide'))
  cleanup()
}

/** Closes the page before a picked picture is saved, opens it again, and waits for the message that it is lost. */
async function reloadWithLostPicture() {
  const { ana, user } = await startAt('/home')
  await findPost('Hemp')
  const save = holdNextSave()
  await pickFile(user, 'Add a photo', picture('early.png'))
  await save.started
  closePage()
  const again = await reload('/home', ana)
  await screen.findByText('The file of this draft could not be read. Please choose it again.')
  save.release()
  return again
}

describe('the composer', () => {
  it('tells no limits of files before one is refused, and shows no figure while its upload has none', async () => {
    const limits = /up to [\d.]+ MB/
    const { tab, user } = await startAt('/home')
    expect(await screen.findByRole('button', { name: 'Add a photo' })).toHaveProperty('title', 'Up to 4 MB')
    expect(screen.getByRole('button', { name: 'Add a video' })).toHaveProperty('title', 'Up to 9.5 MB')
    await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
    await screen.findByText('Draft saved')
    expect(screen.queryByText(limits)).toBeNull()

    const held = await holdDatabase(tab)
    await pickFile(user, 'Add a photo', picture('new.png'))
    const bar = await screen.findByRole('progressbar', { name: 'Uploading photo' })
    expect(screen.queryByText(limits)).toBeNull()
    expect(screen.queryByText(/%/)).toBeNull()
    expect(bar.hasAttribute('value')).toBe(false)
    await held.release()
    await screen.findByRole('button', { name: 'Remove photo' })
  })

  it('drops a picture that is removed while it is saved', async () => {
    const { tab, user } = await startAt('/home')
    await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
    const save = holdNextSave()
    await pickFile(user, 'Add a photo', picture('first.png'))
    await save.started
    await user.click(button('Cancel upload'))
    save.release()
    await waitFor(async () => expect(await savedFiles()).toEqual([]))
    await user.click(button('Post'))
    await findPost('Nettle')
    expect(await tab.store.read.files.page('byId', { limit: 9 })).toEqual([])
  })

  it('says that the browser cannot show a video, but posts it, because other browsers may show it', async () => {
    const { user } = await startAt('/home')
    await findPost('Hemp')
    const warning = 'That video is damaged, or this browser cannot show it. Others may not see it either.'
    await pickFile(user, 'Add a video', fileOf(mp4, mp4.length, 'new.mp4', 'video/mp4'))
    await screen.findByRole('button', { name: 'Remove video' })
    fireEvent.error(screen.getByLabelText('Preview of new.mp4'))
    expect((await screen.findByRole('alert')).textContent).toBe(warning)
    await user.click(button('Post'))
    await screen.findByLabelText(/^Video by/)
    expect(screen.queryByText(warning)).toBeNull()
    await pickFile(user, 'Add a video', fileOf(mp4, mp4.length, 'sound.mp4', 'video/mp4'))
    await screen.findByRole('button', { name: 'Remove video' })
    expect(screen.queryByText(warning)).toBeNull()
    // jsdom's videos have the width 0, as one of which the browser can only play the sound.
    fireEvent.loadedMetadata(screen.getByLabelText('Preview of sound.mp4'))
    await screen.findByText(warning)
  })

  it.each([
    { video: 'that failed to load', state: { error: {} }, event: 'error' },
    {
      video: 'that loaded without a picture',
      state: { readyState: HTMLMediaElement.HAVE_METADATA },
      event: 'loadedmetadata',
    },
  ])('says that the browser cannot show a video $video before React mounted it', async ({ state, event }) => {
    const { user } = await startAt('/home')
    await findPost('Hemp')
    // A busy browser loads a video between the creation of its element and the end of React's render.
    vi.spyOn(HTMLVideoElement.prototype, 'setAttribute').mockImplementation(loadAtOnce)
    function loadAtOnce(this: HTMLVideoElement, name: string, value: string) {
      Element.prototype.setAttribute.call(this, name, value)
      if (name !== 'src') return
      for (const [key, given] of Object.entries(state)) Object.defineProperty(this, key, { value: given })
      this.dispatchEvent(new Event(event))
    }
    await pickFile(user, 'Add a video', fileOf(mp4, mp4.length, 'new.mp4', 'video/mp4'))
    await screen.findByText('That video is damaged, or this browser cannot show it. Others may not see it either.')
  })

  it('keeps a picture whose page was closed while it was decoded', async () => {
    const { ana, user } = await startAt('/home')
    await findPost('Hemp')
    HTMLImageElement.prototype.decode = () => new Promise(() => {})
    await pickFile(user, 'Add a photo', picture('early.png'))
    await waitFor(async () => expect(await savedFiles()).toHaveLength(1))
    closePage()
    Reflect.deleteProperty(HTMLImageElement.prototype, 'decode')
    await reload('/home', ana)
    await screen.findByRole('img', { name: 'Preview of early.png' })
    await screen.findByRole('button', { name: 'Remove photo' })
  })

  it('keeps a picture whose decoding was stopped because the page is about to close', async () => {
    const { ana, user } = await startAt('/home')
    await findPost('Hemp')
    HTMLImageElement.prototype.decode = notDecoded
    const decodedAgain = new Promise<void>((resolve) => {
      window.createImageBitmap = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    await pickFile(user, 'Add a photo', picture('early.png'))
    await decodedAgain
    await waitFor(async () => expect(await savedFiles()).toHaveLength(1))
    closePage()
    Reflect.deleteProperty(HTMLImageElement.prototype, 'decode')
    await reload('/home', ana)
    await screen.findByRole('img', { name: 'Preview of early.png' })
  })

  it('says that a picture is lost whose page was closed before it was saved', async () => {
    await reloadWithLostPicture()
  })

  it('takes the picture that is chosen in place of one that is lost', async () => {
    const user = await reloadWithLostPicture()
    await pickFile(user, 'Add a photo', picture('again.png'))
    await screen.findByRole('img', { name: 'Preview of again.png' })
  })

  it('does not keep a picture that cannot be decoded', async () => {
    const { user } = await startAt('/home')
    await findPost('Hemp')
    let refuse = (_error: DOMException) => {}
    HTMLImageElement.prototype.decode = notDecoded
    window.createImageBitmap = () =>
      new Promise((_resolve, reject) => {
        refuse = reject
      })
    await pickFile(user, 'Add a photo', picture('damaged.png'))
    await waitFor(async () => expect(await savedFiles()).toHaveLength(1))
    refuse(new DOMException('Damaged.', 'InvalidStateError'))
    await screen.findByText('That picture is damaged, or this browser cannot show it. Please choose another one.')
    await waitFor(async () => expect(await savedFiles()).toEqual([]))
    expect(draftIds()).toEqual([])
  })

  /** Makes the files of drafts unreadable. */
  function failReads() {
    const { get } = IDBObjectStore.prototype
    return vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.transaction.db.name === 'weft-drafts') throw new Error('The disk cannot be read.')
      return get.apply(this, given)
    })
  }

  it('posts a picture that was uploaded before it could not be read, with one press', async () => {
    const { ana, user } = await startAt('/home')
    await findPost('Hemp')
    await pickFile(user, 'Add a photo', picture('kept.png'))
    await screen.findByRole('button', { name: 'Remove photo' })
    await user.type(screen.getByRole('textbox', { name: 'New post' }), 'Nettle')
    failReads()
    const again = await reload('/home', ana)
    await screen.findByText('The file of this draft could not be read. Please choose it again.')
    await again.click(button('Post'))
    await within(await findPost('Nettle')).findByRole('img', { name: /^Shared by/ })
    await expectLoggedErrors('The disk cannot be read.')
  })

  it('keeps a picture that cannot be read for a moment', async () => {
    const { ana, user } = await startAt('/home')
    await findPost('Hemp')
    await pickFile(user, 'Add a photo', picture('kept.png'))
    await screen.findByRole('button', { name: 'Remove photo' })
    const read = failReads()
    await reload('/home', ana)
    await screen.findByText('The file of this draft could not be read. Please choose it again.')
    await expectLoggedErrors('The disk cannot be read.')
    expect(button('Remove file')).toBeTruthy()
    read.mockRestore()
    await reload('/home', ana)
    await screen.findByRole('img', { name: 'Preview of kept.png' })
  })

  it('takes no dropped picture while the post is sent, and the page stays open', async () => {
    const { tab, user } = await startAt('/home')
    const field = await screen.findByRole('textbox', { name: 'New post' })
    await user.type(field, 'Nettle')
    const held = await holdDatabase(tab)
    await user.click(button('Post'))
    const dataTransfer = { files: [picture('late.png')], types: ['Files'] }
    // `false` means that the browser does not open the file.
    expect(fireEvent.drop(field, { dataTransfer })).toBe(false)
    await held.release()
    await findPost('Nettle')
    expect(screen.queryByRole('img', { name: 'Preview of late.png' })).toBeNull()
  })

  it('keeps the picture and its alt text while the post is sent', async () => {
    const { tab, user } = await startAt('/home')
    await findPost('Hemp')
    await pickFile(user, 'Add a photo', picture('dot.png'))
    const remove = await screen.findByRole('button', { name: 'Remove photo' })
    // The first press shows the reminder.
    await user.click(button('Post'))
    const alt = await screen.findByRole('textbox', { name: 'Alt text' })
    await user.type(alt, 'A dot')
    const held = await holdDatabase(tab)
    await user.click(button('Post'))
    await user.type(alt, ' and more')
    await user.click(remove)
    expect(alt).toHaveProperty('value', 'A dot')
    expect(remove.isConnected).toBe(true)
    await held.release()
    await screen.findByRole('img', { name: 'A dot' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull())
    expect(draftIds()).toEqual([])
  })

  it('repeats a request whose upload is almost a day old, with the same upload', async () => {
    const { ana, user } = await startAt('/home')
    await findPost('Hemp')
    await pickFile(user, 'Add a photo', picture('old.png'))
    await screen.findByRole('button', { name: 'Remove photo' })
    await user.type(screen.getByRole('textbox', { name: 'New post' }), 'Nettle')
    await closeApp()
    const id = `draft:${ana.id}:new`
    const { request, upload } = storedPost(id) ?? {}
    if (!request || !upload) throw new Error('The draft has no upload.')
    openDraftInOtherTab(id).changePost({
      upload: { ...upload, at: Date.now() - 23.5 * 3_600_000 },
      request: { ...request, sentAt: Date.now() - 1000 },
      status: { type: 'failed', message: 'Server Error try again' },
    })

    const again = await reload('/home', ana)
    await screen.findByRole('button', { name: 'Remove photo' })
    await again.click(button('Retry'))
    await within(await findPost('Nettle')).findByRole('img', { name: /^Shared by/ })
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'New post' })).toHaveProperty('value', ''))
    expect(draftIds()).toEqual([])
  })
})
