import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, storeSession, loadApp, openOtherTab } from './app.tsx'
import { expectLoggedErrors } from './screen.ts'

/** How the app starts: what the first render shows. */

async function renderOnce(path: string): Promise<void> {
  const { App } = await loadApp(path)
  // Nothing is awaited: a page that still waits for its code shows nothing.
  act(() => void render(<App />))
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
  await expectLoggedErrors(expect.stringContaining('the `act` call was not awaited'))
})
