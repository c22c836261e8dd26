import { execute, type OperationVariables, type TypedDocumentNode } from '@apollo/client'
import { waitFor } from '@testing-library/react'
import { firstValueFrom } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { openBackend } from '../../src/backend/openBackend.ts'
import { EditPostDocument } from '../../src/features/postChanges/editing/EditPost.generated.ts'
import { LikePostDocument } from '../../src/features/posts/card/LikeButton.generated.ts'
import type { TestUser } from '../backend.ts'
import { holdDatabase, openOtherTab, startApp, waitForResponses } from './app.tsx'
import { button, findPost, likeOf, posts, postTexts } from './screen.ts'

/** A change renders only the cards whose post changed, and only the rows whose user changed. */

async function startWithPosts() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben')
  await tab.post(ben, 'Wool')
  const id = await tab.post(ben, 'Linen')
  await tab.post(ana, 'Hemp')
  const user = await startApp('/explore', { as: ana })
  await waitFor(() => expect(postTexts()).toEqual(['Hemp', 'Linen', 'Wool']))
  await waitForResponses()
  return { tab, ben, id, user }
}

/** Returns the props with which React has rendered an element: it sets new ones each time. */
function propsOf(element: Element): unknown {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  if (key === undefined) throw new Error('React keeps the props of an element elsewhere.')
  return Object.entries(element).find(([name]) => name === key)?.[1]
}

/** Returns a function that tells whether an element, if it matches the selector, was rendered since this call. */
function watch(selector: string): (element: Element) => boolean {
  const before = new Map([...document.querySelectorAll(selector)].map((element) => [element, propsOf(element)]))
  return (element) => before.get(element) !== propsOf(element)
}

/** Returns a function that tells the texts of the cards that were rendered since this call, in whole or in part. */
function watchCards(): () => string[] {
  const isRendered = watch('article, article *')
  return () =>
    posts()
      .filter((card) => [card, ...card.querySelectorAll('*')].some(isRendered))
      .map((card) => card.querySelector('p')?.textContent ?? '')
}

/** Carries out an operation of another user in this page: the flows have no messages between tabs. */
async function runAs<Variables extends OperationVariables>(
  { token }: TestUser,
  query: TypedDocumentNode<unknown, Variables>,
  variables: Variables,
): Promise<void> {
  const { link } = await openBackend()
  const context = { authorization: token }
  await firstValueFrom(execute(link, { query, variables, context }, { client: sessionClient() }))
}

describe('only the card of the changed post is rendered again', () => {
  it('after a like by another user', async () => {
    const { ben, id } = await startWithPosts()
    const renderedCards = watchCards()
    await runAs(ben, LikePostDocument, { input: { postId: id } })
    await waitFor(async () => expect(likeOf(await findPost('Linen'))).toBe('Like 1'))
    await waitForResponses()
    expect(renderedCards()).toEqual(['Linen'])
  })

  it('after an edit by its author', async () => {
    const { ben, id } = await startWithPosts()
    const renderedCards = watchCards()
    await runAs(ben, EditPostDocument, { input: { postId: id, content: 'Linen and silk' } })
    await findPost('Linen and silk')
    await waitForResponses()
    expect(renderedCards()).toEqual(['Linen and silk'])
  })

  it('after a press on Like, and after the response', async () => {
    const { tab, user } = await startWithPosts()
    const linen = await findPost('Linen')
    const held = await holdDatabase(tab)
    const renderedCards = watchCards()
    await user.click(button('Like', linen))
    expect(likeOf(linen)).toBe('Unlike 1')
    expect(renderedCards()).toEqual(['Linen'])
    await held.release()
    await waitForResponses()
    expect(likeOf(linen)).toBe('Unlike 1')
    expect(renderedCards()).toEqual(['Linen'])
  })
})

it('only the row of a user is rendered again after a press on its follow button, and after the response', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  for (const name of ['ben', 'cleo', 'dora']) {
    const { token } = await tab.signUpUser(name)
    await tab.rest('POST', `/posts/like/${id}`, { token })
  }
  const user = await startApp(`/post/${id}/likes`, { as: ana })
  const selector = '[data-long-list] [role=listitem]'
  const rows = () => [...document.querySelectorAll<HTMLElement>(selector)]
  await waitFor(() => expect(rows()).toHaveLength(3))
  await waitForResponses()
  // Without the buttons, which all show the new session.
  const isRendered = watch(selector)
  await user.click(button('Follow @cleo', rows()[1]))
  await waitForResponses()
  expect(
    rows()
      .filter(isRendered)
      .map((row) => row.textContent),
  ).toEqual([expect.stringMatching(/@cleo.*Unfollow$/)])
})
