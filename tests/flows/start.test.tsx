import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { address, storeSession, loadApp, openOtherTab } from './app.tsx'

/** The first render of the app. */

// React warns once, about the first part that suspends: what loads after the page, or its posts.
afterEach(() => {
  const { calls } = vi.mocked(console.error).mock
  const others = calls.filter(([message]) => !String(message).includes('the `act` call was not awaited'))
  calls.splice(0, calls.length, ...others)
})

async function renderOnce(path: string): Promise<void> {
  const app = await loadApp(path)
  // Awaits nothing after the render: a page whose code has not loaded shows nothing.
  act(() => void render(app))
}

it.each([
  ['/', 'Share - Explore - Connect', '/'],
  ['/signup', 'Sign up', '/signup'],
  ['/home', 'Login', '/login'],
  ['/lab', 'Lab', '/lab'],
])('the first render shows the page of %s to a visitor', async (path, title, shown) => {
  await renderOnce(path)
  expect(document.title).toBe(`${title} · Weft`)
  expect(address()).toBe(shown)
})

it('the first render shows the layout and the page to a user', async () => {
  const tab = await openOtherTab()
  storeSession(await tab.signUpUser('ana'))
  await renderOnce('/explore')
  screen.getByRole('navigation', { name: 'Main' })
  screen.getByRole('heading', { name: 'Explore' })
})
