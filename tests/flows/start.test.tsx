import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { App } from '../../src/App.tsx'
import { address, storeSession, loadApp, openOtherTab, injectedFaultMessage, serverErrorMessage } from './app.tsx'
import { button, expectLoggedErrors, findPost } from './screen.ts'

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

it('the first page shows the failure of its query, and Try again sends it again', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  storeSession(ana)
  const fault = { kind: 'errorBefore', only: 'ExplorePage', when: 'once' } as const
  const app = await loadApp('/explore', null, { startsQuery: true, fault })
  await act(async () => render(app))
  await screen.findByRole('heading', { name: 'These posts did not load' })
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await act(async () => button('Try again').click())
  await findPost('Hemp')
})

it('Back that is pressed during the first render leads to the page before', async () => {
  await loadApp('/home')
  let isPressed = false
  const HomePage = () => {
    if (!isPressed) {
      isPressed = true
      history.replaceState(null, '', '/explore')
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }
    return 'The posts of the people you follow'
  }
  const routes = [
    { path: '/home', Component: HomePage },
    { path: '/explore', Component: () => 'The posts of all' },
  ]
  await act(async () => render(<App routes={routes} />))
  screen.getByText('The posts of all')
})
