import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { at } from '../values.ts'
import { closeApp, connectWithChanges, openOtherTab, reload, setLab, startApp } from './app.tsx'
import { button, expectLoggedErrors, findPost, posts, postTexts } from './screen.ts'
import { injectedFaultMessage } from './app.tsx'
import { draftIds, openDraftInOtherTab } from './storedDrafts.ts'

/** The drafts of new posts and of edits. */

async function startAsAna(path = '/home') {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  return { tab, ana, id, user: await startApp(path, { as: ana }) }
}

const newPost = () => screen.findByRole('textbox', { name: 'New post' })
const postText = () => screen.findByRole('textbox', { name: 'Post text' })

describe('a new post', () => {
  it('is kept by a reload and until it is posted', async () => {
    const { ana, user } = await startAsAna()
    await user.type(await newPost(), 'Nettle')
    const again = await reload('/home', ana)
    expect(await newPost()).toHaveProperty('value', 'Nettle')
    await again.click(button('Post'))
    await findPost('Nettle')
    await reload('/home', ana)
    expect(await newPost()).toHaveProperty('value', '')
    expect(draftIds()).toEqual([])
  })

  it('shows a note if the browser cannot save it, as do an edit and the profile', async () => {
    const { user } = await startAsAna('/userprofile')
    const isUnsaved = () => screen.findByText('This browser could not save the draft')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(screen.getByRole('textbox', { name: 'Bio:' }), 'Spins')
    expect((await isUnsaved()).closest('section')?.ariaLabel).toContain('Profile of')
    await user.click(button('Close profile form'))
    await user.click(button('Discard'))
    await user.click(button('Edit post', await findPost('Hemp')))
    await user.type(await postText(), ' and silk')
    expect((await isUnsaved()).closest('article')).toBe(await findPost('Hemp'))
    await user.click(button('Cancel'))
    await user.click(button('Discard'))
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await user.type(await newPost(), 'Nettle')
    await isUnsaved()
    await user.click(button('Post'))
    await findPost('Nettle')
  })

  it('is reported as unsaved although an edit was saved after it', async () => {
    const { user } = await startAsAna()
    const { setItem } = Storage.prototype
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key.endsWith(':new')) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
    await user.type(await newPost(), 'Nettle')
    await screen.findByText('This browser could not save the draft')
    const post = await findPost('Hemp')
    await user.click(button('Edit post', post))
    await user.type(await postText(), ' and silk')
    expect(screen.getByText('This browser could not save the draft')).toBeTruthy()
    expect(within(post).queryByText('This browser could not save the draft')).toBeNull()
  })

  it('is kept for its user and not shown to another one', async () => {
    const { tab, ana, user } = await startAsAna()
    const ben = await tab.signUpUser('ben')
    await user.type(await newPost(), 'Nettle')
    await reload('/home', ben)
    expect(await newPost()).toHaveProperty('value', '')
    await reload('/home', ana)
    expect(await newPost()).toHaveProperty('value', 'Nettle')
  })

  it('is posted once by a retry if its response is lost after the commit', async () => {
    const { tab, user } = await startAsAna()
    await user.type(await newPost(), 'Nettle')
    await setLab({ kind: 'errorAfter', only: 'CreatePost', when: 'once' })
    await user.click(button('Post'))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect(await newPost()).toHaveProperty('value', ''))
    await findPost('Nettle')
    expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toHaveLength(2)
    await expectLoggedErrors(injectedFaultMessage)
  })

  it('says that its earlier version was posted if it was changed after a lost response', async () => {
    const { tab, user } = await startAsAna()
    await user.type(await newPost(), 'Nettle')
    await setLab({ kind: 'errorAfter', only: 'CreatePost', when: 'once' })
    await user.click(button('Post'))
    await screen.findByText('Server Error try again')
    await expectLoggedErrors(injectedFaultMessage)
    await user.type(await newPost(), ' and silk')
    await user.click(button('Post'))
    await screen.findByText('The earlier version of this post was already posted.')
    await expectLoggedErrors('idempotencyKey was already used for another request.')
    expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toHaveLength(2)
    await user.click(button('Post this text, too'))
    await findPost('Nettle and silk')
  })
})

describe('posts that wait for a connection', () => {
  it('are sent once and in order when it returns', async () => {
    const { tab, user } = await startAsAna()
    await setLab({ kind: 'offline' })
    for (const text of ['Nettle', 'Ramie']) {
      await user.type(await newPost(), text)
      await user.click(button('Post'))
      await waitFor(async () => expect(await newPost()).toHaveProperty('value', ''))
    }
    const rows = within(await screen.findByRole('region', { name: 'Unsent posts' }))
    await waitFor(() => expect(rows.getAllByText('Waiting to send')).toHaveLength(2))
    await setLab()
    // Any response says that the connection is back.
    await user.click(button('Like', await findPost('Hemp')))
    await waitFor(() => expect(postTexts()).toEqual(['Ramie', 'Nettle', 'Hemp']))
    await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
    expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toHaveLength(3)
  })

  it('are sent when the app starts if their page was closed', async () => {
    const { ana, user } = await startAsAna()
    await setLab({ kind: 'offline' })
    await user.type(await newPost(), 'Nettle')
    await user.click(button('Post'))
    await screen.findByText('Waiting to send')
    await setLab()
    await reload('/explore', ana)
    await findPost('Nettle')
    await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
  })

  it('show Retry for one that the backend refuses, and the next one is sent', async () => {
    const { user } = await startAsAna()
    await setLab({ kind: 'offline' })
    for (const text of ['Nettle', 'Ramie']) {
      await user.type(await newPost(), text)
      await user.click(button('Post'))
      await waitFor(async () => expect(await newPost()).toHaveProperty('value', ''))
    }
    await setLab({ kind: 'errorBefore', only: 'CreatePost', when: 'once' })
    await user.click(button('Like', await findPost('Hemp')))
    await findPost('Ramie')
    const row = screen.getByRole('region', { name: 'Unsent posts' })
    expect(row.textContent).toContain('Server Error try again')
    await expectLoggedErrors(injectedFaultMessage)
    await user.click(button('Retry', row))
    await findPost('Nettle')
  })
})

describe('an edit', () => {
  it('is kept by a reload, with the form open and without the focus', async () => {
    const { ana, user } = await startAsAna()
    await user.click(button('Edit post', await findPost('Hemp')))
    await user.type(await postText(), ' and silk')
    const again = await reload('/explore', ana)
    const field = await postText()
    expect(field).toHaveProperty('value', 'Hemp and silk')
    expect(document.activeElement).not.toBe(field)
    await again.click(button('Update'))
    await findPost('Hemp and silk')
    await reload('/explore', ana)
    await findPost('Hemp and silk')
    expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull()
  })

  it('asks once before it is discarded, and not without a change', async () => {
    const { user } = await startAsAna()
    const post = await findPost('Hemp')
    await user.click(button('Edit post', post))
    await user.clear(await postText())
    await user.click(button('Cancel', post))
    expect(document.activeElement).toBe(button('Keep editing', post))
    await user.click(button('Keep editing', post))
    expect(await postText()).toHaveProperty('value', '')
    await user.keyboard('{Escape}')
    await user.click(button('Discard', post))
    expect(postTexts()).toEqual(['Hemp'])

    await user.click(button('Edit post', post))
    await postText()
    await user.keyboard('{Escape}')
    expect(postTexts()).toEqual(['Hemp'])
    expect(within(post).queryByRole('alert')).toBeNull()
    expect(posts()).toHaveLength(1)
  })

  it('can be posted as a new post if its post was deleted while no page was open', async () => {
    const { tab, ana, id, user } = await startAsAna()
    await user.click(button('Edit post', await findPost('Hemp')))
    await user.type(await postText(), ' and silk')
    await closeApp()
    await tab.rest('DELETE', `/posts/${id}`, { token: ana.token })
    const again = await reload('/explore', ana)
    await screen.findByText('The post you were editing was deleted.')
    await again.click(button('Post as new'))
    await findPost('Hemp and silk')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Post as new' })).toBeNull())
  })

  it('stays discarded by another tab if this tab is told a second time that its post was deleted', async () => {
    const deletions = connectWithChanges()
    const { ana, id, user } = await startAsAna()
    await user.click(button('Edit post', await findPost('Hemp')))
    await user.type(await postText(), ' and silk')
    const author = { __typename: 'User', id: ana.id, postCount: 0 }
    const reportDeletion = () =>
      deletions.next({ data: { changes: { __typename: 'PostDeletion', deletedPostId: id, author } } })
    reportDeletion()
    await screen.findByText('The post you were editing was deleted.')
    const receive = openDraftInOtherTab(`draft:${ana.id}:edit:${id}`).discard()
    await act(async () => reportDeletion())
    receive()
    await waitFor(() => expect(screen.queryByText('The post you were editing was deleted.')).toBeNull())
    expect(draftIds()).toEqual([])
  })

  describe('with a picture', () => {
    async function startWithPicture() {
      const { tab, ana } = await startAsAna()
      const postData = { content: 'Silk', post_img: 'https://media.example/silk.png', media_type: 'image' }
      const { json } = await tab.rest('POST', '/posts', { token: ana.token, body: { postData } })
      const read = async () => (await tab.store.read.posts.page('LATEST', { limit: 1 }))[0]?.row
      expect(at(json, 'posts.1.content')).toBe('Silk')
      return { ana, read, user: await reload('/explore', ana) }
    }
    const altText = () => screen.findByRole('textbox', { name: 'Alt text' })

    it('keeps a changed alt text through a reload, and saves it without touching the rest', async () => {
      const { ana, read, user } = await startWithPicture()
      await user.click(button('Edit post', await findPost('Silk')))
      await user.type(await altText(), 'A bolt of silk')
      const again = await reload('/explore', ana)
      expect(await altText()).toHaveProperty('value', 'A bolt of silk')
      expect(await postText()).toHaveProperty('value', 'Silk')
      await again.click(button('Update'))
      const post = await findPost('Silk')
      await within(post).findByRole('img', { name: 'A bolt of silk' })
      await waitFor(async () => expect(await read()).toMatchObject({ content: 'Silk', mediaAlt: 'A bolt of silk' }))
      expect(screen.queryByRole('textbox', { name: 'Alt text' })).toBeNull()
      expect(draftIds()).toEqual([])

      await again.click(button('Edit post', post))
      await again.clear(await altText())
      await again.click(button('Update', post))
      await waitFor(async () => expect((await read())?.mediaAlt).toBeFalsy())
    })

    it('asks before a changed alt text is discarded, also by the button that opened the form', async () => {
      const { user } = await startWithPicture()
      const post = await findPost('Silk')
      await user.click(button('Edit post', post))
      await user.type(await altText(), 'A bolt')
      await user.click(button('Edit post', post))
      await user.click(button('Discard', post))
      expect(screen.queryByRole('textbox', { name: 'Alt text' })).toBeNull()
    })

    it('removes the picture only when Update is pressed', async () => {
      const { read, user } = await startWithPicture()
      const post = await findPost('Silk')
      const picture = () => within(post).queryByRole('img', { name: /^Shared by/ })
      await user.click(button('Edit post', post))
      await user.click(await within(post).findByRole('button', { name: 'Remove photo' }))
      expect(picture()).toBeNull()
      await user.click(button('Keep photo', post))
      expect(picture()).toBeTruthy()
      await user.click(button('Remove photo', post))
      expect(await read()).toMatchObject({ mediaUrl: 'https://media.example/silk.png' })
      await user.click(button('Update', post))
      await waitFor(async () => expect(await read()).toMatchObject({ content: 'Silk', mediaUrl: '' }))
      expect(picture()).toBeNull()
    })
  })
})
