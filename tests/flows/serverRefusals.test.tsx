import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { errorResponseTo } from '../../resolvers/http/handler.ts'
import { ApiError, RetryLaterError } from '../../resolvers/services/errorCatalogue.ts'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { passwordInput } from '../backend.ts'
import { picture } from '../mediaFiles.ts'
import { proxyPage, startServer, type TestServer } from './appOnServer.ts'
import { startApp } from './app.tsx'
import { button, expectLoggedErrors, expectToasts, findPost, likeOf, pickFile } from './screen.ts'

/** What a user reads where a server refuses a request by its limits (413, 429, 503), and that nothing typed is lost. */

const refusals = {
  tooLarge: {
    message: 'This is too large to send.',
    from: (request: Request) => errorResponseTo(request, new ApiError('TOO_LARGE'), () => {}),
    fromProxy: () => proxyPage(413),
  },
  tooMany: {
    message: 'Too many requests. Try again in 12 s.',
    from: (request: Request) => errorResponseTo(request, new RetryLaterError('TOO_MANY_REQUESTS', 12), () => {}),
    fromProxy: () => proxyPage(429, { 'retry-after': '12' }),
  },
  noRoom: {
    message: 'Your pictures and videos have no more room here. Delete some first.',
    from: (request: Request) => errorResponseTo(request, new ApiError('QUOTA_EXCEEDED'), () => {}),
  },
  busy: {
    message: 'The server is busy. Nothing was changed. Try again in 2 s.',
    from: (request: Request) => errorResponseTo(request, new RetryLaterError('UNAVAILABLE', 2), () => {}),
  },
}

const { message } = refusals.tooMany

/** What the app says of a refusal by a proxy that has no reason it knows. */
function onTheWay(status: number): string {
  return `Something between you and Weft refused this (status ${status}). Your network may block it.`
}

/** Makes the server refuse an operation, or what is sent to another path. */
function refuse(
  server: TestServer,
  name: string,
  respond: (request: Request) => Response = refusals.tooMany.from,
): void {
  server.answer(async ({ operationName, path, request }) =>
    name === (operationName ?? path) ? respond(request) : undefined,
  )
}

/** Starts the app as Ana, who has a post. Ben has another. */
async function start({ path = '/home', posts = 1 } = {}) {
  const server = await startServer()
  const ana = await server.signUpUser('ana')
  const ben = await server.signUpUser('ben')
  for (let number = 1; number < posts; number += 1) await server.post(ana, `Row ${number}.`)
  await server.post(ben, 'Linen')
  await server.post(ana, 'Hemp')
  const user = await startApp(path, { as: ana })
  return { server, ana, ben, user }
}

async function fill(user: UserEvent, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await user.type(await screen.findByLabelText(label), text)
}

describe('a form', () => {
  it.each([
    ['the server', refusals.tooLarge.message, refusals.tooLarge.from],
    ['the server', refusals.tooMany.message, refusals.tooMany.from],
    ['the server', refusals.busy.message, refusals.busy.from],
    ['a proxy', refusals.tooLarge.message, refusals.tooLarge.fromProxy],
    ['a proxy', refusals.tooMany.message, refusals.tooMany.fromProxy],
  ])('for a new post keeps its text, and says that %s answers: %s', async (_sender, text, respond) => {
    const { server, user } = await start()
    await findPost('Hemp')
    refuse(server, 'CreatePost', respond)
    const field = screen.getByRole('textbox', { name: 'New post' })
    await user.type(field, 'Nettle')
    await user.click(button('Post'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`${text}Your text is still here.`))
    expect(field).toHaveProperty('value', 'Nettle')
    await expectLoggedErrors(text)
    refuse(server, 'nothing')
    await user.click(button('Retry'))
    await findPost('Nettle')
  })

  it('for a new post says that a proxy refused it, stays online, and sends the next post', async () => {
    const { server, user } = await start()
    await findPost('Hemp')
    refuse(server, 'CreatePost', () => proxyPage(403))
    const field = screen.getByRole('textbox', { name: 'New post' })
    await user.type(field, 'Nettle')
    await user.click(button('Post'))
    const text = onTheWay(403)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`${text}Your text is still here.`))
    await expectLoggedErrors(text)
    expect(screen.queryByText(/^No connection/)).toBeNull()
    refuse(server, 'nothing')
    await user.clear(field)
    await user.type(field, 'Jute')
    await user.click(button('Post'))
    await findPost('Jute')
    expect(server.sent.filter(({ operationName }) => operationName === 'CreatePost')).toHaveLength(2)
  })

  it('for an edit opens again with its text, and says when to try again', async () => {
    const { server, user } = await start()
    const post = await findPost('Hemp')
    refuse(server, 'EditPost')
    await user.click(button('Edit post', post))
    await user.type(await screen.findByRole('textbox', { name: 'Post text' }), ' and silk')
    await user.click(button('Update', post))
    await within(post).findByText(`${message} Your text is still here.`)
    expect(screen.getByRole('textbox', { name: 'Post text' })).toHaveProperty('value', 'Hemp and silk')
    await expectLoggedErrors(message)
  })

  it('for the profile keeps its text, and says when to try again', async () => {
    const { server, user } = await start({ path: '/userprofile' })
    refuse(server, 'EditProfile')
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(screen.getByRole('textbox', { name: 'Bio:' }), 'Spins')
    await user.click(button('Update Profile'))
    await screen.findByText(`${message} Your text is still here.`)
    expect(screen.getByRole('textbox', { name: 'Bio:' })).toHaveProperty('value', 'Spins')
    await expectLoggedErrors(message)
  })

  it('for log-in shows a toast and keeps its fields', async () => {
    const server = await startServer()
    const user = await startApp('/login')
    refuse(server, 'LogIn')
    await fill(user, { Username: 'ana', Password: passwordInput('ana').password })
    await user.click(button('Login'))
    await expectToasts(`error: ${message}`)
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ana')
  })

  it('for sign-up shows a toast with the minutes, and keeps its fields', async () => {
    const server = await startServer()
    const user = await startApp('/signup')
    refuse(server, 'SignUp', (request) =>
      errorResponseTo(request, new RetryLaterError('TOO_MANY_REQUESTS', 1741), () => {}),
    )
    await fill(user, {
      'First name': 'Ana',
      'Last name': 'Ruiz',
      Email: 'ana@mail.example',
      Username: 'ana',
      Password: passwordInput('ana').password,
    })
    await user.click(button('Sign Up'))
    await expectToasts('error: Too many requests. Try again in 30 min.')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@mail.example')
  })
})

describe('a toggle', () => {
  it.each([
    ['like', 'LikePost', 'Like'],
    ['bookmark', 'AddBookmark', 'Bookmark'],
    ['follow', 'FollowUser', 'Follow'],
  ])('that is refused, a %s, shows the former state and a toast', async (_kind, operation, name) => {
    const { server, user } = await start({ path: '/explore' })
    const post = await findPost('Linen')
    refuse(server, operation)
    await user.click(button(name, post))
    await expectToasts(`error: ${message}`)
    await waitFor(() => expect(button(name, post)).toBeTruthy())
    expect(likeOf(post)).toBe('Like')
    if (operation !== 'AddBookmark') await expectLoggedErrors(message)
  })

  it('that a proxy refuses shows the former state and a toast, and is not sent again', async () => {
    const { server, user } = await start({ path: '/explore' })
    const post = await findPost('Linen')
    refuse(server, 'LikePost', () => proxyPage(403))
    await user.click(button('Like', post))
    await expectToasts(`error: ${onTheWay(403)}`)
    await waitFor(() => expect(likeOf(post)).toBe('Like'))
    await expectLoggedErrors(onTheWay(403))
    expect(server.sent.filter(({ operationName }) => operationName === 'LikePost')).toHaveLength(1)
  })

  it('fetches no record again: the server has changed nothing', async () => {
    const { server, user } = await start({ path: '/explore' })
    const post = await findPost('Linen')
    refuse(server, 'LikePost', refusals.busy.from)
    await user.click(button('Like', post))
    await expectToasts(`error: ${refusals.busy.message}`)
    await expectLoggedErrors(refusals.busy.message)
    expect(server.sent.at(-1)?.operationName).toBe('LikePost')
  })
})

it('a post whose deletion is refused shows again, with a toast', async () => {
  const { server, user } = await start()
  const post = await findPost('Hemp')
  refuse(server, 'DeletePost')
  await user.click(button('Delete post', post))
  await expectToasts(`error: ${message}`)
  await findPost('Hemp')
  await expectLoggedErrors(message)
})

describe('what does not load', () => {
  it.each([
    ['/userprofile', 'ProfilePage', 'This page did not load'],
    ['/explore', 'ExplorePage', 'These posts did not load'],
  ])('at %s says when to try again', async (path, operation, title) => {
    const server = await startServer()
    const ana = await server.signUpUser('ana')
    await server.post(ana, 'Hemp')
    refuse(server, operation)
    const user = await startApp(path, { as: ana })
    await screen.findByRole('heading', { name: title })
    await screen.findByText(message)
    await expectLoggedErrors(message)
    refuse(server, 'nothing')
    await user.click(button('Try again'))
    await findPost('Hemp')
  })

  it('on the next page of a list says when to try again', async () => {
    const { server, user } = await start({ path: '/explore', posts: 24 })
    await findPost('Hemp')
    refuse(server, 'ExplorePage')
    await waitFor(() => {
      fireEvent.scroll(window)
      expect(screen.getByRole('alert').textContent).toBe(`The next posts did not load. ${message}`)
    })
    await expectLoggedErrors(message)
    refuse(server, 'nothing')
    await user.click(button('Try again'))
    await findPost('Row 1.')
  })

  it('of a search says when to try again, and Enter searches again', async () => {
    const { server, user } = await start({ path: '/explore' })
    await findPost('Hemp')
    refuse(server, 'SearchUsers')
    await user.type(screen.getByRole('combobox', { name: 'Search Users...' }), 'F')
    await screen.findByText(message)
    await expectLoggedErrors(message)
    refuse(server, 'nothing')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'First Last' })
  })
})

describe('a picture', () => {
  async function startWithPicture(respond: () => Promise<Response>) {
    const started = await start()
    await findPost('Hemp')
    started.server.answer(async ({ path }) => (path === '/media' ? respond() : undefined))
    await started.user.type(screen.getByRole('textbox', { name: 'New post' }), 'Nettle')
    await pickFile(started.user, 'Add a photo', picture('new.png'))
    return started
  }

  /** Waits for a button that only an uploaded picture has. */
  const expectUploaded = () => screen.findByRole('button', { name: 'Alt text, missing' })

  const uploadRequest = new Request('http://localhost/media', { method: 'POST' })

  it.each([
    ['the server', refusals.tooMany.message, refusals.tooMany.from],
    ['the server', refusals.busy.message, refusals.busy.from],
    ['the server', refusals.noRoom.message, refusals.noRoom.from],
    ['a proxy', refusals.tooLarge.message, refusals.tooLarge.fromProxy],
    ['a proxy', refusals.tooMany.message, refusals.tooMany.fromProxy],
  ])('of a new post stays with Retry, and says that %s answers: %s', async (_sender, text, respond) => {
    const { server, user } = await startWithPicture(async () => respond(uploadRequest))
    await screen.findByText(`${text} Your text is safe.`)
    await expectLoggedErrors(text)
    refuse(server, 'nothing')
    await user.click(button('Retry'))
    await expectUploaded()
    expect(document.activeElement).toBe(button('Remove photo'))
  })

  it.each([
    ['page', () => proxyPage(403)],
    ['page', () => proxyPage(401)],
    ['JSON', () => Response.json({ message: 'Unauthorized' }, { status: 401 })],
  ])('that a proxy refuses with its own %s stays with Retry, and ends no session', async (_what, respond) => {
    const { server } = await startWithPicture(async () => respond())
    const text = onTheWay(respond().status)
    await screen.findByText(`${text} Your text is safe.`)
    await expectLoggedErrors(text)
    expect(server.sent.filter(({ path }) => path === '/media')).toHaveLength(1)
    expect(screen.queryByText(/^No connection/)).toBeNull()
    expect(localStorage.getItem('data')).not.toBeNull()
  })

  it.each([200, 502, 503, 504])(
    'whose upload a proxy answers with a page of status %d waits for the connection, and is uploaded when it returns',
    async (status) => {
      const { server } = await startWithPicture(async () => proxyPage(status))
      await screen.findByText('No connection. What you write is kept on this device.')
      await screen.findByText('Upload failed. Your text is safe.')
      await expectLoggedErrors('No response: the connection was lost.')
      refuse(server, 'nothing')
      // From here on, because it stays for two seconds only.
      const recovery = screen.findByText('Connected again.')
      act(() => addReconnection())
      await recovery
      await expectUploaded()
    },
  )

  it('of the profile that is refused says when to try again', async () => {
    const { server, user } = await start({ path: '/userprofile' })
    refuse(server, '/media')
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await pickFile(user, 'Change picture', picture('new.png'))
    await screen.findByText(message)
    await expectLoggedErrors(message)
  })
})
