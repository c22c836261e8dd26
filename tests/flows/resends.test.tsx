import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fetchQuery, sendMutation } from '../../src/apollo/calls.ts'
import { sessionClient } from '../../src/apollo/client.ts'
import { ConnectionCheckDocument } from '../../src/apollo/ConnectionCheck.generated.ts'
import { refusalIn } from '../../src/backend/refusals.ts'
import { LogInDocument } from '../../src/pages/auth/LogIn.generated.ts'
import { LikePostDocument } from '../../src/features/posts/card/LikeButton.generated.ts'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { beginSession, endSession } from '../../src/session/session.ts'
import { at } from '../values.ts'
import { injectedFaultMessage, openOtherTab, sessionOf, setLab, startApp } from './app.tsx'
import { loseResponses, stopResends } from './lostResponses.ts'
import { button, expectLoggedErrors, expectToasts } from './screen.ts'

/** Changes whose response never comes, between the client and the backend. */

beforeEach(stopResends)

/** The longest pause before a change is sent again. */
const MAX_PAUSE_MS = 30_000

/** Signs Ana in, and likes a post while responses are lost. */
async function like({ lost }: { lost: number }) {
  const { LikePost: keys } = loseResponses({ LikePost: lost }, { reconnects: false })
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const postId = await tab.post(ana, 'Linen')
  beginSession(sessionOf(ana))
  // Opens the backend, which has intervals of its own.
  await fetchQuery(sessionClient(), ConnectionCheckDocument, {})
  const intervals = vi.getTimerCount()
  const pauses = () => vi.getTimerCount() - intervals
  const response = sendMutation(sessionClient(), LikePostDocument, { input: { postId } })
  const likeCount = async () => at((await tab.rest('GET', `/posts/${postId}`)).json, 'post.likes.likeCount')
  const pauseBegins = () => vi.waitFor(() => expect(pauses()).toBe(1), { timeout: 30_000 })
  return { keys, response, likeCount, pauses, pauseBegins }
}

it('sends a change whose response is lost again with the same key until it is answered, and it is done once', async () => {
  const { keys, response, likeCount, pauseBegins } = await like({ lost: 3 })
  for (const requests of [1, 2, 3]) {
    await pauseBegins()
    expect(keys).toHaveLength(requests)
    await vi.advanceTimersByTimeAsync(MAX_PAUSE_MS)
  }
  expect((await response).likePost.post).toMatchObject({ likeCount: 1, viewerHasLiked: true })
  expect(await likeCount()).toBe(1)
  expect(keys).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/./)))
  expect(new Set(keys).size).toBe(1)
})

it('sends a change again as soon as the connection has returned', async () => {
  const { keys, response, pauses, pauseBegins } = await like({ lost: 1 })
  await pauseBegins()
  addReconnection()
  await response
  expect(keys).toHaveLength(2)
  expect(pauses()).toBe(0)
})

it('does not send a change again after a log-out, and leaves no timer', async () => {
  const { keys, response, pauses, pauseBegins } = await like({ lost: Infinity })
  await pauseBegins()
  endSession('loggedOut')
  await expect(response).rejects.toThrow('No response: the connection was lost.')
  // Apollo ends a watched fragment in a task of its own.
  await vi.advanceTimersByTimeAsync(0)
  expect(pauses()).toBe(0)
  await vi.advanceTimersByTimeAsync(2 * MAX_PAUSE_MS)
  expect(keys).toHaveLength(1)
})

it('does not send a change again that is a day old, which could undo a later one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { keys, response, pauseBegins } = await like({ lost: 3 })
  const failed = expect(response).rejects.toThrow()
  await pauseBegins()
  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  addReconnection()
  await failed
  expect(keys).toHaveLength(1)
})

it('does not say that an account was not deleted if no response has come for a day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const ana = await (await openOtherTab({ samples: false })).signUpUser('ana')
  const user = await startApp('/settings', { as: ana })
  await setLab({ kind: 'offline', only: 'DeleteAccount' })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.type(await screen.findByRole('textbox', { name: 'Type ana to confirm' }), 'ana')
  await user.click(button('Delete my account', dialog))
  await screen.findByText('No connection. Trying again…')
  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  addReconnection()
  expect((await screen.findByRole('alert')).textContent).toBe('No response: the connection was lost. Try again.')
  await setLab()
  await user.click(button('Delete my account', dialog))
  await expectToasts('info: Your account was deleted')
})

it('takes an answer with status 500 as an answer, and does not send the change again', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const postId = await tab.post(ana, 'Linen')
  beginSession(sessionOf(ana))
  const { LikePost: keys } = loseResponses({ LikePost: 0 })
  await setLab({ kind: 'errorAfter', only: 'LikePost', when: 'once' })
  const failure = await sendMutation(sessionClient(), LikePostDocument, { input: { postId } }).catch(
    (error: unknown) => error,
  )
  expect(refusalIn(failure)?.status).toBe(500)
  await expectLoggedErrors(injectedFaultMessage)
  expect(keys).toHaveLength(1)
})

it('does not send a log-in again, which changes nothing', async () => {
  const { LogIn: keys } = loseResponses({ LogIn: 1 })
  const tab = await openOtherTab({ samples: false })
  await tab.signUpUser('ana')
  const variables = { input: { username: 'ana', password: 'loom' }, orderBy: 'LATEST' } as const
  await expect(sendMutation(sessionClient(), LogInDocument, variables)).rejects.toThrow('the connection was lost')
  expect(keys).toEqual([undefined])
})
