import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { passwordInput } from '../backend.ts'
import { picture } from '../mediaFiles.ts'
import { listAt, textAt } from '../values.ts'
import { STREAM, startServer } from './appOnServer.ts'
import { address, startApp } from './app.tsx'
import { button, expectLoggedErrors, expectToasts, findPost, likeOf, pickFile } from './screen.ts'

/** The app on a server that ends a session, or cannot be reached. */

const tokenRefused = 'The token is invalid. Unauthorized access error.'
const noConnection = 'No connection. What you write is kept on this device.'

async function start(path = '/home') {
  const server = await startServer()
  const ana = await server.signUpUser('ana')
  const id = await server.post(ana, 'Hemp')
  const user = await startApp(path, { as: ana })
  await findPost('Hemp')
  const contents = async () => {
    const { json } = await server.rest('GET', '/posts')
    return listAt(json, 'posts').map((post) => textAt(post, 'content'))
  }
  return { server, ana, id, user, contents }
}

/** Logs in on the page that says why the session has ended. */
async function logInAgain(user: UserEvent): Promise<void> {
  await screen.findByText('You were signed out. Log in to continue: what you wrote is kept on this device.')
  await logIn(user)
}

async function logIn(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Username'), 'ana')
  await user.type(screen.getByLabelText('Password'), passwordInput('ana').password)
  await user.click(button('Login'))
  await expectToasts('success: Welcome back, ana!')
}

const newPost = () => screen.findByRole('textbox', { name: 'New post' })

describe('a session that has ended on another device', () => {
  const calls: Record<string, (user: UserEvent) => Promise<void>> = {
    'a like': async (user) => user.click(button('Like', await findPost('Hemp'))),
    'a picture': (user) => pickFile(user, 'Add a photo', picture('new.png')),
    'another page': (user) => user.click(screen.getByRole('link', { name: 'Bookmarks' })),
  }

  it.each([
    ['a like', '/home', [tokenRefused]],
    ['a picture', '/home', []],
    ['another page', '/bookmarks', []],
  ])('leads from %s to log-in, which says why, and back to %s with the draft', async (what, path, logged) => {
    const { server, ana, user } = await start()
    await user.type(await newPost(), 'Nettle')
    await server.gql('mutation { signOutEverywhere { token } }', {}, ana.token)
    await calls[what]?.(user)
    await logInAgain(user)
    await expectLoggedErrors(...logged)
    await waitFor(() => expect(address()).toBe(path))
    await user.click(await screen.findByRole('link', { name: 'Home' }))
    expect(await newPost()).toHaveProperty('value', 'Nettle')
  })

  it('is told on the public page of a post', async () => {
    const { server, ana, user } = await start()
    await user.click(within(await findPost('Hemp')).getByRole('link', { name: /20\d\d/ }))
    const page = await screen.findByRole('region', { name: 'Post' })
    await server.gql('mutation { signOutEverywhere { token } }', {}, ana.token)
    await user.click(within(page).getByRole('button', { name: 'Like' }))
    await screen.findByText('You were signed out. Log in to continue: what you wrote is kept on this device.')
    await expectLoggedErrors(tokenRefused)
  })

  it('ends the session when a picture is refused because the account was deleted', async () => {
    const { server, ana, user } = await start()
    await newPost()
    const deletion = 'mutation { deleteAccount(input: { username: "ana" }) { deletedUserId } }'
    expect(await server.gql(deletion, {}, ana.token)).toMatchObject({ data: { deleteAccount: {} } })
    await pickFile(user, 'Add a photo', picture('new.png'))
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('leads from a post to log-in, and the post is sent after it', async () => {
    const { server, ana, user, contents } = await start()
    await user.type(await newPost(), 'Nettle')
    await server.gql('mutation { signOutEverywhere { token } }', {}, ana.token)
    await user.click(button('Post'))
    await logInAgain(user)
    await expectLoggedErrors(tokenRefused)
    await findPost('Nettle')
    expect((await contents()).toSorted()).toEqual(['Hemp', 'Nettle'])
  })
})

describe('without a connection', () => {
  async function startOffline() {
    const started = await start()
    started.server.answer(async () => {
      throw new TypeError('Failed to fetch')
    })
    const comeOnline = async () => {
      started.server.answer(async () => undefined)
      await act(async () => addReconnection())
    }
    return { ...started, comeOnline }
  }

  it('what was loaded stays readable, and a page that did not load loads when the connection returns', async () => {
    const { user, comeOnline } = await startOffline()
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { name: 'This page did not load' })
    await screen.findByText(noConnection)
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await findPost('Hemp')
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { name: 'This page did not load' })
    await comeOnline()
    await screen.findByRole('heading', { name: 'No Bookmarks' })
    await expectLoggedErrors(...Array<string>(2).fill('No response: the connection was lost.'))
  })

  it('a post, an edit and a like wait, and are sent once when the connection returns', async () => {
    const { server, user, contents, comeOnline } = await startOffline()
    const hemp = await findPost('Hemp')
    await user.type(await newPost(), 'Nettle')
    await user.click(button('Post'))
    await screen.findByText('Waiting to send')
    await user.click(button('Like', hemp))
    await user.click(button('Edit post', hemp))
    await user.type(await screen.findByRole('textbox', { name: 'Post text' }), ' and silk')
    await user.click(button('Update', hemp))
    await findPost('Hemp and silk')
    expect(likeOf(hemp)).toBe('Unlike 1')
    await comeOnline()
    await findPost('Nettle')
    await expectToasts('success: Post sent')
    await waitFor(async () => expect((await contents()).toSorted()).toEqual(['Hemp and silk', 'Nettle']))
    expect(likeOf(await findPost('Hemp and silk'))).toBe('Unlike 1')
    await waitFor(async () => {
      const { json } = await server.rest('GET', '/posts')
      expect(listAt(json, 'posts').flatMap((post) => listAt(post, 'likes.likedBy'))).toHaveLength(1)
    })
  })
})

describe('the stream of changes', () => {
  it('begins after a log-in with the changes since what the log-in has read', async () => {
    const server = await startServer()
    await server.signUpUser('ana')
    const asked: (string | null)[] = []
    server.answer(async ({ path, request }) => {
      if (path === STREAM) asked.push(request.headers.get('last-event-id'))
      return undefined
    })
    const user = await startApp('/login')
    await logIn(user)
    await waitFor(() => expect(asked).toEqual([server.backend.lastEventId()]))
  })

  it.each([429, 503])('that the server refuses with %d is said to be interrupted until it opens', async (status) => {
    const server = await startServer()
    const ana = await server.signUpUser('ana')
    await server.post(ana, 'Hemp')
    server.answer(async ({ path }) => (path === STREAM ? Response.json({ errors: [] }, { status }) : undefined))
    await startApp('/home', { as: ana })
    await findPost('Hemp')
    await screen.findByText('Live updates are interrupted. What you see may be out of date.')
    server.answer(async () => undefined)
    await act(async () => addReconnection())
    await screen.findByText('Connected again.')
  })

  it('continues after the last event that the server had, although the page got no result of it', async () => {
    const server = await startServer()
    const ana = await server.signUpUser('ana')
    await server.post(ana, 'Hemp')
    const sentIds: (string | null)[] = []
    server.answer(async ({ path, request }) => {
      if (path !== STREAM) return undefined
      sentIds.push(request.headers.get('last-event-id'))
      if (sentIds.length > 1) return undefined
      return new Response('id: log/8/9\n: The server stops.\n\n', { headers: { 'content-type': 'text/event-stream' } })
    })
    await startApp('/home', { as: ana })
    await findPost('Hemp')
    await waitFor(() => expect(sentIds[1]).toBe('log/8/9'))
  })

  it('goes on when a page that began without a query reads its first one', async () => {
    const server = await startServer()
    const ana = await server.signUpUser('ana')
    const hemp = await server.post(ana, 'Hemp')
    let opened = 0
    server.answer(async ({ path, request }) => {
      if (path !== STREAM) return undefined
      const response = await server.http(request)
      opened += 1
      return response
    })
    // The stream waits for the first query for five seconds only.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const user = await startApp('/lab', { as: ana })
    await vi.advanceTimersByTimeAsync(5000)
    await expect.poll(() => opened).toBe(1)
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' }))
    await findPost('Hemp')
    await server.gql('mutation ($id: ID!) { likePost(input: { postId: $id }) { __typename } }', { id: hemp }, ana.token)
    await waitFor(async () => expect(likeOf(await findPost('Hemp'))).toBe('Unlike 1'))
    expect(opened).toBe(1)
  })

  it('that cannot be opened without a connection shows that there is none', async () => {
    const server = await startServer()
    const ana = await server.signUpUser('ana')
    await server.post(ana, 'Hemp')
    server.answer(async ({ path }) => {
      if (path === STREAM) throw new TypeError('Failed to fetch')
      return undefined
    })
    await startApp('/home', { as: ana })
    await screen.findByText(noConnection)
  })
})

describe('the lab', () => {
  it('has links only on a server that says so', async () => {
    const { user } = await start()
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('region', { name: 'Danger zone' })
    for (const name of ['Lab', 'GraphiQL']) expect(screen.queryByRole('link', { name })).toBeNull()
  })

  it('has network conditions and the request log, and no data tools', async () => {
    document.documentElement.dataset['developerPages'] = ''
    onTestFinished(() => void delete document.documentElement.dataset['developerPages'])
    const { server, user } = await start()
    await user.click(screen.getByRole('link', { name: 'Lab' }))
    await screen.findByRole('heading', { name: 'Network conditions' })
    for (const name of ['Data', 'Storage', 'Snapshot']) expect(screen.queryByRole('heading', { name })).toBeNull()
    expect(screen.getByLabelText('Value')).toHaveProperty('value', '0')

    const log = await screen.findByRole('log')
    const first = await within(log).findByRole('row', { name: /HomePage/ })
    expect(within(first).getByRole('cell', { name: 'server' })).toBeTruthy()

    await user.click(screen.getByRole('radio', { name: /500 before commit/ }))
    await user.selectOptions(screen.getAllByRole('combobox', { name: 'Applies to' }).at(-1) ?? log, 'LikePost')
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await user.click(button('Like', await findPost('Hemp')))
    await expectLoggedErrors('The lab injected this fault.', 'Something went wrong on our side.')
    await waitFor(async () => expect(likeOf(await findPost('Hemp'))).toBe('Like'))
    expect(server.sent.map(({ operationName }) => operationName)).not.toContain('LikePost')
  })
})
