import { ApolloLink } from '@apollo/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { at } from '../values.ts'
import { connectNewBackend, holdDatabase, openOtherTab, startApp } from './app.tsx'
import { button, findPost, expectLoggedErrors, postTexts, expectNoToasts } from './screen.ts'
import { draftIds, openDraftInOtherTab } from './storedDrafts.ts'

/** Edits of a post before the response to the previous edit. */

const notFound = 'Post not found. Not Found error.'

/** Edits Ana's post "one" to each of these texts before any response. With `deleted`, another tab has deleted it. */
async function editInARow(texts: readonly string[], { deleted = false } = {}) {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'one')
  const sent: (string | undefined)[] = []
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      sent.push(operation.operationName)
      return forward(operation)
    }),
  )
  const user = await startApp('/home', { as: ana })
  const post = await findPost('one')
  if (deleted) await tab.rest('DELETE', `/posts/${id}`, { token: ana.token })
  const held = await holdDatabase(tab)
  for (const text of texts) {
    await user.click(button('Edit post', post))
    const field = await screen.findByRole('textbox', { name: 'Post text' })
    await user.clear(field)
    await user.type(field, text)
    await user.click(button('Update', post))
    expect(postTexts()).toEqual([text])
  }
  return { tab, ana, id, user, held, sent }
}

it.each([
  ['two', 'three'],
  ['two', 'one'],
])('after edits to %j and then %j, the last text is saved and shows', async (...texts) => {
  const { tab, id, user, held, sent } = await editInARow(texts)
  await held.release()
  await waitFor(async () => expect(at((await tab.rest('GET', `/posts/${id}`)).json, 'post.content')).toBe(texts[1]))
  await expectNoToasts(user)
  // The event of the first edit may arrive after the response to the second one.
  await waitFor(() => expect(postTexts()).toEqual([texts[1]]))
  expect(sent.filter((name) => name === 'EditPost')).toHaveLength(2)
})

it('the form stays closed when its card is mounted again during the save', async () => {
  const { user, held } = await editInARow(['two'])
  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await findPost('two')
  expect(screen.queryByRole('textbox', { name: 'Post text' })).toBeNull()
  await held.release()
  await waitFor(() => expect(draftIds()).toEqual([]))
  expect(postTexts()).toEqual(['two'])
  await expectNoToasts(user)
})

it('a text that is saved twice is sent once', async () => {
  const { tab, id, user, held, sent } = await editInARow(['two', 'two'])
  await held.release()
  await waitFor(async () => expect(at((await tab.rest('GET', `/posts/${id}`)).json, 'post.content')).toBe('two'))
  await expectNoToasts(user)
  expect(sent.filter((name) => name === 'EditPost')).toHaveLength(1)
})

it('when every edit is refused, the form opens again with the last text', async () => {
  const { user, held } = await editInARow(['two', 'three'], { deleted: true })
  await held.release()
  await expectLoggedErrors(notFound, notFound)
  expect(await screen.findByRole('textbox', { name: 'Post text' })).toHaveProperty('value', 'three')
  await user.keyboard('{Escape}')
  await user.click(button('Discard', screen.getByRole('article', { name: /^Post by / })))
  expect(postTexts()).toEqual(['one'])
  await expectNoToasts(user)
})

it('after a saved edit, an edit in another window opens the form without moving the focus', async () => {
  const { id, ana, user, held } = await editInARow(['two'])
  await held.release()
  await waitFor(() => expect(draftIds()).toEqual([]))
  await expectNoToasts(user)
  const focused = document.activeElement
  openDraftInOtherTab(`draft:${ana.id}:edit:${id}`).changeEdit({ text: 'two more' })()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Post text' })).toHaveProperty('value', 'two more'))
  expect(document.activeElement).toBe(focused)
})

it('when an edit fails, the message is added to a live region that is already on the page', async () => {
  const { held } = await editInARow(['two'], { deleted: true })
  /** The texts that were added to a live region. */
  const announced: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Element && target.matches('article [role=status]'))
        announced.push(...Array.from(addedNodes, ({ textContent }) => textContent ?? ''))
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await held.release()
  await expectLoggedErrors(notFound)
  await waitFor(() => expect(announced).toEqual(['This post was deleted. Your text is still here.']))
  observer.disconnect()
})

it('Escape in a changed form asks, and a second one keeps editing, wherever the focus is in the form', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'one')
  const user = await startApp('/home', { as: ana })
  await user.click(button('Edit post', await findPost('one')))
  const field = await screen.findByRole('textbox', { name: 'Post text' })
  await user.type(field, ' more{Escape}')
  expect(document.activeElement).toBe(button('Keep editing'))
  await user.keyboard('{Escape}')
  expect(screen.queryByText('Discard changes?')).toBeNull()
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(button('Keep editing'))
  await user.type(field, '{Escape}')
  expect(screen.queryByText('Discard changes?')).toBeNull()
  expect(field).toHaveProperty('value', 'one more')
})

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'Escape that ends an IME composition (%j) keeps the form open',
  async (init) => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    await tab.post(ana, 'one')
    const user = await startApp('/home', { as: ana })
    await user.click(button('Edit post', await findPost('one')))
    const field = await screen.findByRole('textbox', { name: 'Post text' })
    await user.type(field, ' more')
    fireEvent.keyDown(field, { key: 'Escape', ...init })
    await user.type(field, ' text')
    expect(field.isConnected).toBe(true)
    expect(field).toHaveProperty('value', 'one more text')
    await user.keyboard('{Escape}')
    await user.click(button('Discard'))
    expect(postTexts()).toEqual(['one'])
  },
)
