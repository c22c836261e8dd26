import { execute, type OperationVariables, type TypedDocumentNode } from '@apollo/client'
import { waitFor } from '@testing-library/react'
import { firstValueFrom } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { openBackend } from '../../src/backend/openBackend.ts'
import { EditPostDocument } from '../../src/features/posts/EditPost.generated.ts'
import { LikePostDocument } from '../../src/features/posts/LikeButton.generated.ts'
import type { TestUser } from '../backend.ts'
import { holdDatabase, openOtherTab, startApp, waitForResponses } from './app.tsx'
import { button, findPost, likeOf, posts, postTexts } from './screen.ts'

/** A change renders only the cards of the posts that it is about, however many the list has. */

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

/** Returns a function that tells the texts of the cards that were rendered since this call, in whole or in part. */
function watchCards(): () => string[] {
  const before = new Map([...document.querySelectorAll('article, article *')].map((part) => [part, propsOf(part)]))
  return () =>
    posts()
      .filter((card) => [card, ...card.querySelectorAll('*')].some((part) => before.get(part) !== propsOf(part)))
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

describe('only the card of a post is rendered again', () => {
  it('after another user has liked it', async () => {
    const { ben, id } = await startWithPosts()
    const renderedCards = watchCards()
    await runAs(ben, LikePostDocument, { input: { postId: id } })
    await waitFor(async () => expect(likeOf(await findPost('Linen'))).toBe('Like 1'))
    await waitForResponses()
    expect(renderedCards()).toEqual(['Linen'])
  })

  it('after its author has edited it', async () => {
    const { ben, id } = await startWithPosts()
    const renderedCards = watchCards()
    await runAs(ben, EditPostDocument, { input: { postId: id, content: 'Linen and silk' } })
    await findPost('Linen and silk')
    await waitForResponses()
    expect(renderedCards()).toEqual(['Linen and silk'])
  })

  it('after a press on its heart, and after the response', async () => {
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
