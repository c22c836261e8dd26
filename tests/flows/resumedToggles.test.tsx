import { ApolloLink } from '@apollo/client'
import { screen, waitFor } from '@testing-library/react'
import { OperationTypeNode } from 'graphql'
import { concat, finalize, ignoreElements, NEVER } from 'rxjs'
import { expect, it } from 'vitest'
import type { TestBackend, TestUser } from '../backend.ts'
import { at, listAt } from '../values.ts'
import { closeApp, connectNewBackend, openOtherTab, reload, startApp, waitForResponses } from './app.tsx'
import { button, findPost, likeOf, postTexts, suggestionsPanel } from './screen.ts'

/** Toggles and deletions that were pending when their page closed. */

/**
 * Starts the app as Ana with a backend that answers no mutation, and carries it out only if asked. She has a post "Silk",
 * and Ben a post "Linen".
 */
async function startWithoutAnswers({ carriesOut = false } = {}) {
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationType !== OperationTypeNode.MUTATION) return forward(operation)
      return carriesOut ? concat(forward(operation).pipe(ignoreElements()), NEVER) : NEVER
    }),
  )
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben')
  const linen = await tab.post(ben, 'Linen')
  await tab.post(ana, 'Silk')
  const user = await startApp('/explore', { as: ana })
  return { tab, ana, ben, linen, user, post: await findPost('Linen') }
}

const hidePage = (persisted: boolean) => dispatchEvent(new PageTransitionEvent('pagehide', { persisted }))

/** Closes the page, and opens it again with a backend that carries out mutations. Adds their names to `answered`. */
async function openNextPage(as: TestUser, answered: unknown[] = []) {
  hidePage(false)
  connectNewBackend()
  await closeApp()
  connectNewBackend(
    new ApolloLink((operation, forward) =>
      forward(operation).pipe(finalize(() => answered.push(operation.operationName))),
    ),
  )
  return startApp('/explore', { as })
}

const interruptedCalls = () => Object.keys(localStorage).filter((key) => key.startsWith('toggle:'))

async function likesOf(tab: TestBackend, id: string): Promise<unknown> {
  return at((await tab.rest('GET', `/posts/${id}`)).json, 'post.likes.likeCount')
}

it('sends a like, a bookmark, a follow and a deletion on the next page', async () => {
  const { tab, ana, ben, linen, user, post } = await startWithoutAnswers()
  await user.click(button('Like', post))
  await user.click(button('Bookmark', post))
  await user.click(button('Follow @ben', await suggestionsPanel()))
  await user.click(button('Delete post', await findPost('Silk')))
  await openNextPage(ana)
  await waitFor(() => expect(postTexts()).toEqual(['Linen']))
  const next = await findPost('Linen')
  await waitFor(() => expect(likeOf(next)).toBe('Unlike 1'))
  await waitFor(() => button('Remove bookmark', next))
  await screen.findByText('Added to Bookmark')
  const following = async () => listAt((await tab.rest('GET', `/users/${ben.id}`)).json, 'user.followers').length
  await waitFor(async () => expect(await following()).toBe(1))
  await waitFor(async () => expect(await likesOf(tab, linen)).toBe(1))
})

it.each([
  ['was carried out', true],
  ['was not carried out', false],
])('a like that %s is done once', async (_what, carriesOut) => {
  const { tab, ana, linen, user, post } = await startWithoutAnswers({ carriesOut })
  await user.click(button('Like', post))
  await waitFor(async () => expect(await likesOf(tab, linen)).toBe(Number(carriesOut)))
  const answered: unknown[] = []
  await openNextPage(ana, answered)
  const next = await findPost('Linen')
  // Its count may be one from before the like, until the answer or the event arrives.
  expect(likeOf(next)).toContain('Unlike')
  await waitFor(() => expect(answered).toContain('LikePost'))
  await waitForResponses()
  await waitFor(() => expect(likeOf(next)).toBe('Unlike 1'))
  expect(await likesOf(tab, linen)).toBe(1)
})

it.each([
  ['was carried out', true],
  ['was not carried out', false],
])('an unlike wins that followed a like which %s', async (_what, carriesOut) => {
  const { tab, ana, linen, user, post } = await startWithoutAnswers({ carriesOut })
  await user.click(button('Like', post))
  await user.click(button('Unlike', post))
  await waitFor(async () => expect(await likesOf(tab, linen)).toBe(Number(carriesOut)))
  await openNextPage(ana)
  const next = await findPost('Linen')
  expect(likeOf(next)).toBe('Like')
  await waitFor(async () =>
    expect(await tab.store.read.reactions.ofUser(ana.id, [linen])).toMatchObject([{ kind: 'dislike' }]),
  )
  await waitForResponses()
  expect(likeOf(next)).toBe('Like')
  expect(await likesOf(tab, linen)).toBe(0)
})

it("does not send one user's toggle as another user's", async () => {
  const { tab, ana, ben, linen, user, post } = await startWithoutAnswers()
  await user.click(button('Like', post))
  await openNextPage(ben)
  expect(likeOf(await findPost('Linen'))).toBe('Like')
  await reload('/explore', ana)
  const next = await findPost('Linen')
  await waitFor(async () => expect(await likesOf(tab, linen)).toBe(1))
  await waitFor(() => expect(likeOf(next)).toBe('Unlike 1'))
})

it('a toggle on the next page replaces the one of the closed page', async () => {
  const { tab, ana, linen, user, post } = await startWithoutAnswers()
  await user.click(button('Like', post))
  const next = await openNextPage(ana)
  await next.click(button('Unlike', await findPost('Linen')))
  await waitFor(async () =>
    expect(await tab.store.read.reactions.ofUser(ana.id, [linen])).toMatchObject([{ kind: 'dislike' }]),
  )
  await waitForResponses()
  expect(likeOf(await findPost('Linen'))).toBe('Like')
  expect(await likesOf(tab, linen)).toBe(0)
})

it('a toggle on a page that is still open replaces the one of a closed page', async () => {
  const { user, post } = await startWithoutAnswers()
  await user.click(button('Like', post))
  hidePage(false)
  expect(interruptedCalls()).toHaveLength(1)
  await user.click(button('Unlike', post))
  expect(interruptedCalls()).toEqual([])
  // Drops the call, for which the end of the test would wait.
  connectNewBackend()
})

it('stores no toggle of a page that enters the back/forward cache', async () => {
  const { user, post } = await startWithoutAnswers()
  await user.click(button('Like', post))
  hidePage(true)
  expect(interruptedCalls()).toEqual([])
  // Drops the call, for which the end of the test would wait.
  connectNewBackend()
})

it('ignores stored calls that cannot be read', async () => {
  const { ana, linen } = await startWithoutAnswers()
  const calls = [undefined, { on: 'true', idempotencyKey: 'a' }, { on: true, idempotencyKey: 5 }, { on: true }]
  const toggles = calls.map((call) => JSON.stringify({ on: true, call }))
  for (const value of ['{', 'null', '5', '{}', ...toggles]) {
    localStorage.setItem(`toggle:${ana.id}:like ${linen}`, value)
    await openNextPage(ana)
    expect(likeOf(await findPost('Linen'))).toBe('Like')
    expect(interruptedCalls()).toEqual([])
  }
})
