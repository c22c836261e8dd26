import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { codeNotLoaded } from '../../shared/codeNotLoaded.ts'
import { sessionClient } from '../../src/apollo/client.ts'
import {
  closeApp,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  reload,
  serverErrorMessage,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
import { picture } from '../mediaFiles.ts'
import { loseResponses } from './lostResponses.ts'
import { button, expectLoggedErrors, expectNoToasts, findPost, pickFile } from './screen.ts'
import { draftIds, openDraftInOtherTab } from './storedDrafts.ts'

/** The drafts of new posts and of edits after a refused call. */

async function startAsAna() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  return { tab, ana, id, user: await startApp('/home', { as: ana }) }
}

const newPost = () => screen.findByRole('textbox', { name: 'New post' })
const postText = () => screen.findByRole('textbox', { name: 'Post text' })

it('a new post that is refused for its content when it is sent again says why', async () => {
  const { tab, ana } = await startAsAna()
  const message = 'content must not be longer than 5000 characters.'
  await closeApp()
  openDraftInOtherTab(`draft:${ana.id}:new`).changePost({
    text: 'a'.repeat(5001),
    request: { key: 'k', sentAt: Date.now() },
    status: { type: 'saving' },
  })
  await reload('/home', ana)
  await screen.findByText(message)
  await expectLoggedErrors(message)
  expect(button('Retry')).toBeTruthy()
  expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toHaveLength(1)
})

it('a new post that was not sent because code did not load offers Retry', async () => {
  const { ana } = await startAsAna()
  await closeApp()
  openDraftInOtherTab(`draft:${ana.id}:new`).changePost({
    text: 'Nettle',
    status: { type: 'failed', message: codeNotLoaded },
  })
  const user = await reload('/home', ana)
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  await findPost('Nettle')
  expect(draftIds()).toEqual([])
})

it('the reminder of the alt text names the button that sends the post', async () => {
  const { user } = await startAsAna()
  await pickFile(user, 'Add a photo', picture('new.png'))
  await screen.findByRole('button', { name: 'Remove photo' })
  await user.click(button('Post'))
  await screen.findByText(/, or press Post again$/)
  await setLab({ kind: 'errorBefore', only: 'CreatePost', when: 'once' })
  await user.click(button('Post'))
  await screen.findByText(/, or press Retry$/)
  await expectLoggedErrors(injectedFaultMessage)
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(draftIds()).toEqual([]))
})

it('a new post that another tab discards while it is sent stays discarded when the call fails', async () => {
  const { tab, ana, user } = await startAsAna()
  await user.type(await newPost(), 'Nettle')
  await setLab({ kind: 'errorAfter', only: 'CreatePost', when: 'once' })
  const held = await holdDatabase(tab)
  await user.click(button('Post'))
  await waitFor(() => expect(button('Post').getAttribute('aria-busy')).toBe('true'))
  openDraftInOtherTab(`draft:${ana.id}:new`).discard()()
  await held.release()
  await expectLoggedErrors(injectedFaultMessage)
  expect(draftIds()).toEqual([])
  expect(screen.queryByText(/Your text is still here/)).toBeNull()
})

it('an edit that another tab discards while it is saved stays discarded when the call fails', async () => {
  const { tab, ana, id, user } = await startAsAna()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  await setLab({ kind: 'errorAfter', only: 'EditPost', when: 'once' })
  const held = await holdDatabase(tab)
  await user.click(button('Update'))
  openDraftInOtherTab(`draft:${ana.id}:edit:${id}`).discard()()
  await held.release()
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(draftIds()).toEqual([])
  expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull()
})

it('an edit whose response was lost is shown as saved', async () => {
  // The live updates, which would show it too, start when the page is idle.
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => whenIdle.push(run))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    for (const run of whenIdle) run()
  })
  const { user } = await startAsAna()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  await setLab({ kind: 'errorAfter', only: 'EditPost', when: 'once' })
  await user.click(button('Update'))
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await waitForResponses()
  expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull()
  await findPost('Hemp and silk')
  expect(draftIds()).toEqual([])
  expect(document.activeElement).toBe(button('Edit post'))
})

it('the focus stays in the field where the user types when an edit fails', async () => {
  const { tab, user } = await startAsAna()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  await setLab({ kind: 'errorBefore', only: 'EditPost' })
  const held = await holdDatabase(tab)
  await user.click(button('Update'))
  await user.type(await newPost(), 'Ramie')
  await held.release()
  await postText()
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(document.activeElement).toBe(await newPost())
  expect(await newPost()).toHaveProperty('value', 'Ramie')
})

it('the focus is on the post again if an edit that failed turns out to be saved', async () => {
  const { tab, ana, id, user } = await startAsAna()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  await setLab({ kind: 'errorBefore', only: 'EditPost' })
  await user.click(button('Update'))
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await waitFor(async () => expect(document.activeElement).toBe(await postText()))
  const postData = { content: 'Hemp and silk' }
  await tab.rest('POST', `/posts/edit/${id}`, { token: ana.token, body: { postData } })
  await act(() => sessionClient().refetchQueries({ include: 'active' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull())
  expect(document.activeElement).toBe(button('Edit post'))
  expect(draftIds()).toEqual([])
})

it('an edit that is answered with an error says that it was not saved, also after a reload', async () => {
  const { ana, user } = await startAsAna()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  await setLab({ kind: 'errorBefore', only: 'EditPost' })
  await user.click(button('Update'))
  const failure = [injectedFaultMessage, serverErrorMessage]
  await expectLoggedErrors(...failure)
  await screen.findByText('Not saved. Your text is still here.')
  await setLab()
  const again = await reload('/home', ana)
  expect(await postText()).toHaveProperty('value', 'Hemp and silk')
  await screen.findByText('Not saved. Your text is still here.')
  await setLab({ kind: 'errorBefore', only: 'EditPost' })
  await again.click(button('Update'))
  await expectLoggedErrors(...failure)
  await screen.findByText('Not saved. Your text is still here.')
  await expectNoToasts(again)
})

it('an edit that is posted as a new one and refused is shown only as a row', async () => {
  const { tab, ana, id, user } = await startAsAna()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  await closeApp()
  await tab.rest('DELETE', `/posts/${id}`, { token: ana.token })
  const again = await reload('/explore', ana)
  await setLab({ kind: 'errorBefore', only: 'CreatePost', when: 'once' })
  await again.click(await screen.findByRole('button', { name: 'Post as new' }))
  await screen.findByText('Server Error try again')
  await expectLoggedErrors(injectedFaultMessage)
  await again.click(button('Retry'))
  await findPost('Hemp and silk')
  await expectNoToasts(again)
})

describe('a post that was sent a day ago', () => {
  const request = { key: 'k', sentAt: Date.now() - 25 * 3_600_000 }
  const posts = (tab: Awaited<ReturnType<typeof openOtherTab>>) => tab.store.read.posts.page('LATEST', { limit: 10 })

  it.each([
    { place: 'new', again: 'Post this text, too', failed: undefined },
    { place: 'new', again: 'Post this text, too', failed: 'Server Error try again' },
    { place: 'unsent:k', again: 'Post as new', failed: undefined },
  ])(
    'is not sent again without a press, and says that it may be posted ($place, $failed)',
    async ({ place, again, failed }) => {
      const { tab, ana } = await startAsAna()
      await closeApp()
      const status = failed ? ({ type: 'failed', message: failed } as const) : ({ type: 'saving' } as const)
      openDraftInOtherTab(`draft:${ana.id}:${place}`).changePost({ text: 'Nettle', request, status })
      const user = await reload('/home', ana)
      if (failed) await user.click(await screen.findByRole('button', { name: 'Retry' }))
      await screen.findByText('An earlier attempt may already have posted this.')
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
      expect(await posts(tab)).toHaveLength(1)
      await user.click(button(again))
      await findPost('Nettle')
      expect(await posts(tab)).toHaveLength(2)
      expect(draftIds()).toEqual([])
    },
  )

  it('is not sent again if it reaches that age during the pause before the next attempt', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { tab, ana } = await startAsAna()
    await closeApp()
    const sentAt = Date.now() - 22.5 * 3_600_000
    openDraftInOtherTab(`draft:${ana.id}:new`).changePost({
      text: 'Nettle',
      request: { key: 'k', sentAt },
      status: { type: 'saving' },
    })
    const { CreatePost: keys } = loseResponses({ CreatePost: 1, UnreadNotifications: 1 }, { reconnects: false })
    await startApp('/home', { as: ana })
    await screen.findByText('Waiting to send')
    expect(keys).toEqual(['k'])
    vi.setSystemTime(Date.now() + 3_600_000)
    // The end of the pause before a resend.
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await screen.findByText('An earlier attempt may already have posted this.')
    expect(keys).toEqual(['k'])
    expect(await posts(tab)).toHaveLength(2)
    await expectLoggedErrors('No response: the connection was lost.')
  })

  it('is another post if its text was changed since, and is posted once by a retry', async () => {
    const { tab, ana } = await startAsAna()
    await closeApp()
    openDraftInOtherTab(`draft:${ana.id}:new`).changePost({ text: 'Nettle', request })
    const user = await reload('/home', ana)
    await setLab({ kind: 'errorAfter', only: 'CreatePost', when: 'once' })
    await user.click(await screen.findByRole('button', { name: 'Post' }))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(draftIds()).toEqual([]))
    expect(await posts(tab)).toHaveLength(2)
    await expectLoggedErrors(injectedFaultMessage)
  })
})

it('an edit that was sent a day ago is sent until it is answered when Update is pressed', async () => {
  const { ana, id } = await startAsAna()
  await closeApp()
  openDraftInOtherTab(`draft:${ana.id}:edit:${id}`).changeEdit({
    text: 'Hemp and silk',
    request: { key: 'k', sentAt: Date.now() - 25 * 3_600_000 },
    status: { type: 'failed', message: 'Not saved.' },
  })
  const { EditPost: keys } = loseResponses({ EditPost: 1 })
  const user = await startApp('/home', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Update' }))
  await findPost('Hemp and silk')
  await waitFor(() => expect(draftIds()).toEqual([]))
  expect(keys).toHaveLength(2)
})
