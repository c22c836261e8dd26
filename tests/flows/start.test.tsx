import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, storeSession, loadApp, openOtherTab } from './app.tsx'
import { expectLoggedErrors } from './screen.ts'

/** The first render of the app. */

async function renderOnce(path: string): Promise<void> {
  const app = await loadApp(path)
  // Awaits nothing after the render: a page whose code has not loaded shows nothing.
  act(() => void render(app))
  // React warns once about a part that suspends: what loads after the page, or its posts.
  await expectLoggedErrors(expect.stringContaining('the `act` call was not awaited'))
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
