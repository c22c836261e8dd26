import { ApolloLink } from '@apollo/client'
import { act, screen, waitFor } from '@testing-library/react'
import { delayWhen, firstValueFrom, NEVER, Subject, tap, throwError } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { CodeNotLoadedError, ConnectionLostError } from '../../resolvers/lib/ConnectionLostError.ts'
import { codeNotLoaded } from '../../shared/codeNotLoaded.ts'
import { pageSettled } from '../../src/lib/pageSettled.ts'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { closeApp, connectNewBackend, openOtherTab, reload, setLab, startApp, waitForResponses } from './app.tsx'
import { comeOnline, loseResponses, reconnect, stopResends } from './lostResponses.ts'
import { button, expectLoggedErrors, expectNoToasts, expectToasts, findPost } from './screen.ts'
import { draftIds, openDraftInOtherTab, storedPost } from './storedDrafts.ts'

/** Drafts that are sent while the connection is lost, or whose page closes before the response. */

/** Waits until the page is idle: the response to a call that it sends then would end a loss of the connection. */
async function settle(): Promise<void> {
  await pageSettled()
  await waitForResponses()
}

async function startAsAna(path = '/home') {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  const user = await startApp(path, { as: ana })
  await findPost('Hemp')
  await settle()
  const contents = async () => (await tab.store.read.posts.page('LATEST', { limit: 10 })).map(({ row }) => row.content)
  return { tab, ana, id, user, contents }
}

/** Starts the app, and then loses the connection. */
async function startAsAnaOffline(path = '/home') {
  const started = await startAsAna(path)
  await setLab({ kind: 'offline' })
  return started
}

const noConnection = 'No connection. What you write is kept on this device.'
const newPost = () => screen.findByRole('textbox', { name: 'New post' })
const postText = () => screen.findByRole('textbox', { name: 'Post text' })

it('a waiting post is shown once on Home, also if its address ends in a slash', async () => {
  const { user } = await startAsAnaOffline('/home/')
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  expect(await screen.findAllByText('Waiting to send')).toHaveLength(1)
})

it('a post whose response is lost waits below a banner, frees the composer, and is posted once', async () => {
  const { CreatePost: keys = [] } = loseResponses({ CreatePost: 1 }, { reconnects: false })
  const { user, contents } = await startAsAna()
  await user.type(await newPost(), 'Nettle')
  stopResends()
  await user.click(button('Post'))
  await screen.findByText('Waiting to send')
  await screen.findByText(noConnection)
  expect(await newPost()).toHaveProperty('value', '')
  await user.type(await newPost(), 'Ramie')
  // From here on, because it stays for two seconds only.
  const recovery = screen.findByText('Connected again.')
  // Not in `act`: it would end within the search, which changes whether React expects `act`.
  vi.useRealTimers()
  addReconnection()
  await recovery
  await findPost('Nettle')
  await expectToasts('success: Post sent')
  expect(screen.queryByText('Waiting to send')).toBeNull()
  expect(await newPost()).toHaveProperty('value', 'Ramie')
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]])
  expect(await contents()).toEqual(['Nettle', 'Hemp'])
})

it('a waiting post that is discarded is not sent again, and is sent after Undo', async () => {
  const { user, contents } = await startAsAnaOffline()
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  const outbox = await screen.findByRole('region', { name: 'Unsent posts' })
  await user.click(button('Discard', outbox))
  await setLab()
  await user.click(button('Like', await findPost('Hemp')))
  await waitFor(() => expect(button('Unlike')).toBeTruthy())
  await waitForResponses()
  expect(await contents()).toEqual(['Hemp'])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(document.activeElement?.id).toBe('main')
  await findPost('Nettle')
  expect(draftIds()).toEqual([])
})

it('a waiting post that is discarded while it is being sent, and restored by Undo, is sent', async () => {
  const second = new Subject<never>()
  let requests = 0
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName === 'CreatePost') requests += 1
      else if (operation.operationName !== 'ConnectionCheck') return forward(operation)
      if (requests > 2) return forward(operation)
      return requests === 2 ? second : throwError(() => new ConnectionLostError())
    }),
  )
  const { user, contents } = await startAsAna()
  await user.type(await newPost(), 'Nettle')
  stopResends()
  await user.click(button('Post'))
  const outbox = await screen.findByRole('region', { name: 'Unsent posts' })
  await reconnect()
  await waitFor(() => expect(requests).toBe(2))
  await user.click(button('Discard', outbox))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await act(async () => second.error(new ConnectionLostError()))
  await findPost('Nettle')
  expect(await contents()).toEqual(['Nettle', 'Hemp'])
  expect(draftIds()).toEqual([])
})

it('a waiting post that another tab discards is not sent, and no toast says that it was', async () => {
  const { user, contents } = await startAsAnaOffline()
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  await screen.findByText('Waiting to send')
  const [unsent = ''] = draftIds()
  act(() => openDraftInOtherTab(unsent).discard()())
  await setLab()
  await user.click(button('Like', await findPost('Hemp')))
  await waitFor(() => expect(button('Unlike')).toBeTruthy())
  await waitForResponses()
  await expectNoToasts(user)
  expect(await contents()).toEqual(['Hemp'])
})

it('a post whose response is lost after its author has logged out stays the draft of its author', async () => {
  const response = new Subject<never>()
  let isSent = false
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName !== 'CreatePost') return forward(operation)
      isSent = true
      return response
    }),
  )
  const { ana, user } = await startAsAna()
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  await waitFor(() => expect(isSent).toBe(true))
  await user.click(button('Log out'))
  await screen.findByRole('button', { name: 'Test Login' })
  await act(async () => response.error(new ConnectionLostError()))
  expect(draftIds()).toEqual([`draft:${ana.id}:new`])
})

it('a post that another tab has sent without an answer is sent by the next page', async () => {
  const { CreatePost: keys } = loseResponses({ CreatePost: 0 })
  const { ana, user, contents } = await startAsAna('/explore')
  const status = { type: 'saving' } as const
  const request = { key: 'nettle', sentAt: Date.now() }
  act(() => openDraftInOtherTab(`draft:${ana.id}:new`).changePost({ text: 'Nettle', status, request })())
  await user.click(button('Like', await findPost('Hemp')))
  await waitFor(() => expect(button('Unlike')).toBeTruthy())
  expect(keys).toEqual([])
  await reload('/home', ana)
  await findPost('Nettle')
  expect(await contents()).toEqual(['Nettle', 'Hemp'])
})

it('a post that is published while its list is under way is in the list', async () => {
  const read = vi.fn<() => void>()
  const released = new Subject<void>()
  const isReleased = firstValueFrom(released)
  connectNewBackend(
    new ApolloLink((operation, forward) =>
      operation.operationName === 'HomePage'
        ? forward(operation).pipe(
            tap(() => read()),
            delayWhen(() => isReleased),
          )
        : forward(operation),
    ),
  )
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  const user = await startApp('/home', { as: ana })
  await vi.waitFor(() => expect(read).toHaveBeenCalled())
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  await expectToasts('success: Posted')
  released.next()
  await findPost('Hemp')
  await findPost('Nettle')
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
})

it('a post whose code does not load waits, and is sent when the connection returns', async () => {
  let loads = false
  connectNewBackend(
    new ApolloLink((operation, forward) =>
      operation.operationName !== 'CreatePost' || loads
        ? forward(operation)
        : throwError(() => new CodeNotLoadedError(new TypeError('Failed to fetch'))),
    ),
  )
  const { user } = await startAsAna()
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  await screen.findByText('Waiting to send')
  await expectLoggedErrors(codeNotLoaded)
  loads = true
  act(() => comeOnline())
  await expectToasts('success: Post sent')
  await findPost('Nettle')
})

it('the draft of an edit whose post was deleted without a connection says so when it returns, after one request', async () => {
  const lookups: unknown[] = []
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      // Without the events of other tabs.
      if (operation.operationName === 'Changes') return NEVER
      if (operation.operationName === 'PostExists') lookups.push(operation.variables['postId'])
      return forward(operation)
    }),
  )
  const { tab, ana, id, user } = await startAsAnaOffline()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  await screen.findByText(noConnection)
  await tab.rest('DELETE', `/posts/${id}`, { token: ana.token })
  await setLab()
  act(() => comeOnline())
  await screen.findByText('The post you were editing was deleted.')
  // The second try.
  act(() => addReconnection())
  await expectToasts('success: Post sent')
  await waitForResponses()
  expect(lookups).toEqual([id])
})

it('Retry sends a waiting post as soon as the backend can be reached', async () => {
  const { user, contents } = await startAsAnaOffline()
  await user.type(await newPost(), 'Nettle')
  stopResends()
  await user.click(button('Post'))
  const outbox = await screen.findByRole('region', { name: 'Unsent posts' })
  await user.click(button('Retry', outbox))
  vi.useRealTimers()
  await waitForResponses()
  expect(await contents()).toEqual(['Hemp'])
  await setLab()
  await user.click(button('Retry', outbox))
  await expectToasts('success: Post sent')
  expect(await contents()).toEqual(['Nettle', 'Hemp'])
})

it.each([
  ['is answered', 0],
  ['has no response', 1],
])('a post whose page closed while it moved to the outbox is one post when its request %s', async (_title, lost) => {
  const { ana, user, contents } = await startAsAnaOffline()
  await user.type(await newPost(), 'Nettle')
  await user.click(button('Post'))
  await screen.findByText('Waiting to send')
  const [unsent = ''] = draftIds()
  const moved = storedPost(unsent)
  await closeApp()
  // Between the two writes of the move.
  openDraftInOtherTab(`draft:${ana.id}:new`).changePost({ ...moved })
  const { CreatePost: keys } = loseResponses({ CreatePost: lost })
  await startApp('/home', { as: ana })
  await waitFor(() => expect(draftIds()).toEqual([]))
  expect(await newPost()).toHaveProperty('value', '')
  expect(keys).toHaveLength(lost + 1)
  expect(await contents()).toEqual(['Nettle', 'Hemp'])
})

it.each([
  ['an edit', 'EditPost', 'Update'],
  ['the profile', 'EditProfile', 'Update Profile'],
])(
  '%s whose page closes before the response says so in its form, and is saved by a press',
  async (_what, name, submit) => {
    const isEdit = name === 'EditPost'
    const path = isEdit ? '/home' : '/userprofile'
    const textField = () => screen.findByRole('textbox', { name: isEdit ? 'Post text' : 'Bio:' })
    const isSent = new Subject<void>()
    const sent = firstValueFrom(isSent)
    connectNewBackend(
      new ApolloLink((operation, forward) => {
        if (operation.operationName !== name) return forward(operation)
        isSent.next()
        return throwError(() => new ConnectionLostError())
      }),
    )
    const { ana, user } = await startAsAna(path)
    await user.click(isEdit ? button('Edit post', await findPost('Hemp')) : button('Edit profile'))
    await user.type(await textField(), ' and silk')
    stopResends()
    await user.click(button(submit))
    await sent
    expect(draftIds()).toHaveLength(1)
    // `closeApp` waits for responses.
    vi.useRealTimers()
    await closeApp()
    const { [name]: keys } = loseResponses({ [name]: 0 })
    const next = await startApp(path, { as: ana })
    await screen.findByText('This was sent, but not answered: it may not be saved. Your text is still here.')
    await settle()
    expect(keys).toEqual([])
    expect(await textField()).toHaveProperty('value', expect.stringContaining(' and silk'))
    await next.click(button(submit))
    await waitFor(() => expect(draftIds()).toEqual([]))
    expect(keys).toHaveLength(1)
    if (isEdit) await findPost('Hemp and silk')
    else await expectToasts('success: Profile updated')
  },
)

it('an edit that was saved although its page closed before the response is no draft any more', async () => {
  loseResponses({ EditPost: Infinity }, { reconnects: false })
  const { ana, user } = await startAsAna()
  await user.click(button('Edit post', await findPost('Hemp')))
  await user.type(await postText(), ' and silk')
  stopResends()
  await user.click(button('Update'))
  await screen.findByText(noConnection)
  expect(draftIds()).toHaveLength(1)
  vi.useRealTimers()
  await reload('/home', ana)
  await findPost('Hemp and silk')
  await waitFor(() => expect(draftIds()).toEqual([]))
  expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull()
})

it('an edit shows at once while its response is lost, and a later one is sent after it', async () => {
  const { EditPost: keys = [] } = loseResponses({ EditPost: 1 }, { reconnects: false })
  const { user, contents } = await startAsAna()
  stopResends()
  const edit = async (text: string) => {
    await user.click(button('Edit post'))
    const field = await postText()
    await user.clear(field)
    await user.type(field, text)
    await user.click(button('Update'))
    await findPost(text)
    expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull()
  }
  await edit('Silk')
  await screen.findByText(noConnection)
  expect(keys).toHaveLength(1)
  await edit('Wool')
  await reconnect()
  await waitFor(() => expect(draftIds()).toEqual([]))
  expect(keys[0]).toBe(keys[1])
  expect(keys).toHaveLength(3)
  expect(await contents()).toEqual(['Wool'])
  await findPost('Wool')
})
