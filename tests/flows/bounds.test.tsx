import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { currentScope } from '../../src/session/session.ts'
import { localMediaSource, MAX_SOURCES } from '../../src/backend/localMediaSource.ts'
import { openBackend } from '../../src/backend/openBackend.ts'
import { addNewPost, MAX_NEW_POSTS, removeNewPosts } from '../../src/features/postChanges/newPosts.ts'
import { fileOf, gif } from '../mediaFiles.ts'
import { failEveryCall, injectedFaultMessage, openOtherTab, serverErrorMessage, setLab, startApp } from './app.tsx'
import { button, expectLoggedErrors, findPost, postTexts } from './screen.ts'

/** What the app keeps beside its pages has a bound, however long it is used. */

it('a bounded map removes the least recently set entry', () => {
  const removed: string[] = []
  const map = new BoundedMap<string, number>(2, (key, value) => removed.push(`${key}${value}`))
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
  expect(removed).toEqual(['b2'])
})

it('keeps the object URLs of the files that were shown last', async () => {
  const tab = await openOtherTab()
  const ana = await tab.signUpUser('ana')
  const { files } = await openBackend()
  const picture = fileOf(gif)
  const add = () => files.add(picture, { token: ana.token, signal: new AbortController().signal })
  const urls = await Promise.all(Array.from({ length: MAX_SOURCES + 1 }, add))
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  const [first = '', ...others] = urls
  localMediaSource.request(first)
  await waitFor(() => expect(localMediaSource.sourceOf(first)).toMatch(/^blob:/))
  const source = localMediaSource.sourceOf(first)
  for (const url of others) localMediaSource.request(url)
  // Object URLs of earlier tests are revoked first.
  await waitFor(() => expect(localMediaSource.sourceOf(first)).toBeUndefined())
  expect(revoked).toHaveBeenLastCalledWith(source)
  expect(others.map(localMediaSource.sourceOf)).toEqual(others.map(() => expect.stringMatching(/^blob:/)))
})

/** Starts Explore with the post "Linen" while "Hemp" and as many new posts as are counted wait to be shown. */
async function startWithNewPosts(): Promise<void> {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Linen')
  await startApp('/explore', { as: ana })
  await findPost('Linen')
  await tab.post(ana, 'Hemp')
  act(() => {
    for (let id = 0; id <= MAX_NEW_POSTS; id += 1)
      addNewPost(currentScope(), { id: `ffff${id}`, authorId: 'ben', inFeed: true })
  })
}

it('counts a hundred new posts', async () => {
  await startWithNewPosts()
  fireEvent.click(button('100+ new posts'))
  await waitFor(() => expect(postTexts()).toEqual(['Hemp', 'Linen']))
  await waitFor(() => expect(screen.queryByRole('button', { name: /new posts/ })).toBeNull())
})

it('still offers the new posts after the list did not load again', async () => {
  await startWithNewPosts()
  await failEveryCall()
  fireEvent.click(button('100+ new posts'))
  const again = await screen.findByRole('button', { name: 'These posts did not load. Try again' })
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(postTexts()).toEqual(['Linen'])
  await setLab()
  fireEvent.click(again)
  await waitFor(() => expect(postTexts()).toEqual(['Hemp', 'Linen']))
  expect(screen.queryByRole('button', { name: /new posts|did not load/ })).toBeNull()
})

it('does not say that new posts did not load after they are gone', async () => {
  await startWithNewPosts()
  await failEveryCall()
  fireEvent.click(button('100+ new posts'))
  await screen.findByRole('button', { name: 'These posts did not load. Try again' })
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  act(() => removeNewPosts(currentScope(), () => true))
  expect(screen.queryByRole('button', { name: /new post|did not load/ })).toBeNull()
})
