import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, openOtherTab, startApp, waitForResponses } from './app.tsx'
import { button, findPost } from './screen.ts'

/** The shortcuts that need no layout; tests/e2e/shortcuts.spec.ts has the others. */

async function startOnHome() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  await tab.post(ana, 'Silk')
  const user = await startApp('/home', { as: ana })
  const post = await findPost('Hemp')
  post.focus()
  return { id, user, post }
}

it('l and b press the buttons of the focused post', async () => {
  const { user, post } = await startOnHome()
  await user.keyboard('l')
  await waitFor(() => expect(button('Unlike', post)).toBeTruthy())
  await user.keyboard('b')
  await waitFor(() => expect(button('Remove bookmark', post)).toBeTruthy())
})

it('a second like is announced as the first one was', async () => {
  const { user, post } = await startOnHome()
  const region = document.getElementById('announcement')
  const announced: string[] = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) announced.push(...[...addedNodes].map((node) => node.textContent ?? ''))
  }).observe(region ?? document, { childList: true, subtree: true, characterData: true })
  await user.keyboard('l')
  await waitFor(() => expect(button('Unlike', post)).toBeTruthy())
  const other = await findPost('Silk')
  other.focus()
  await user.keyboard('l')
  await waitFor(() => expect(button('Unlike', other)).toBeTruthy())
  expect(announced).toEqual(['Liked', 'Liked'])
})

it('e edits the focused post, where keys type text', async () => {
  const { user } = await startOnHome()
  await user.keyboard('e')
  const field = await screen.findByRole('textbox', { name: 'Post text' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard(' loom')
  expect(field).toHaveProperty('value', 'Hemp loom')
})

it('o opens the focused post', async () => {
  const { user, id } = await startOnHome()
  await user.keyboard('o')
  await waitFor(() => expect(address()).toBe(`/post/${id}`))
})

it('g and a letter open a page', async () => {
  await startOnHome()
  // At once, because the second key counts only for a limited time.
  for (const key of ['g', 'e']) fireEvent.keyDown(document.body, { key })
  await waitFor(() => expect(address()).toBe('/explore'))
})

it('n while another page loads leads back to the new post', async () => {
  await startOnHome()
  for (const key of ['g', 'p', 'n']) fireEvent.keyDown(document.body, { key })
  await waitForResponses()
  expect(address()).toBe('/home')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New post' }))
})

it('g e on Explore adds no entry to the history', async () => {
  await startOnHome()
  for (const key of ['g', 'e']) fireEvent.keyDown(document.body, { key })
  await waitFor(() => expect(address()).toBe('/explore'))
  await screen.findByRole('heading', { name: 'Explore' })
  for (const key of ['g', 'e', 'g', 'e']) fireEvent.keyDown(document.body, { key })
  act(() => history.back())
  await waitFor(() => expect(address()).toBe('/home'))
})

it('g p on a tab of the own profile adds an entry, from which Back leads to the tab', async () => {
  const { user } = await startOnHome()
  await user.click(screen.getByRole('link', { name: /@ana/ }))
  const tabs = await screen.findByRole('navigation', { name: 'Profile' })
  await user.click(within(tabs).getByRole('link', { name: 'Replies' }))
  await waitFor(() => expect(address()).toBe('/userprofile?tab=replies'))
  for (const key of ['g', 'p']) fireEvent.keyDown(document.body, { key })
  await waitFor(() => expect(address()).toBe('/userprofile'))
  act(() => history.back())
  await waitFor(() => expect(address()).toBe('/userprofile?tab=replies'))
})

it('t switches the theme', async () => {
  const { user } = await startOnHome()
  await user.keyboard('t')
  await waitFor(() => expect(localStorage.getItem('theme')).toMatch(/^(light|dark)$/))
})

it.each([
  ['Cyrillic', 'KeyL', 'д'],
  ['Greek', 'KeyL', 'λ'],
  ['Hebrew', 'KeyL', 'ך'],
  ['Thai', 'KeyL', 'ส'],
])('a key of a %s layout counts by its place', async (_, code, key) => {
  const { post } = await startOnHome()
  fireEvent.keyDown(post, { code, key })
  await waitFor(() => expect(button('Unlike', post)).toBeTruthy())
})

it('a letter of a Latin layout counts wherever its key is', async () => {
  const { post } = await startOnHome()
  fireEvent.keyDown(post, { code: 'KeyL', key: 'n' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New post' })))
  expect(button('Like', post)).toBeTruthy()
})
