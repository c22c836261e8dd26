import { ApolloLink } from '@apollo/client'
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { Subject } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { ConnectionLostError } from '../../resolvers/lib/ConnectionLostError.ts'
import { openInPageBackend } from '../../src/backend/inPageBackend.ts'
import { openLab } from '../../src/backend/lab.ts'
import { connectBackend } from '../../src/backend/openBackend.ts'
import { useDifferences } from '../../src/devtools/lab/useLab.ts'
import { StorageNotice } from '../../src/layout/StorageNotice.tsx'
import { LoadMore } from '../../src/pagedList/LoadMore.tsx'
import { PageBoundary } from '../../src/layout/page/PageBoundary.tsx'
import { lazyComponent } from '../../src/lib/lazyComponent.ts'
import { OptionalPart } from '../../src/ui/OptionalPart.tsx'
import { forgetLoss } from '../../src/backend/connection.ts'
import type { TestUser } from '../backend.ts'
import {
  connectNewBackend,
  loadApp,
  openOtherTab,
  setLab,
  startApp,
  storeSession,
  waitForResponses,
  withInBrowser,
} from './app.tsx'
import { comeOnline } from './lostResponses.ts'
import { expectLoggedErrors, findPost, suggestionsPanel } from './screen.ts'

/** What failed while there was no connection loads by itself when it returns. */

/** Signs up Ana, and Ben, who has the post "Hemp". Returns Ana. */
async function signUpWithPost(): Promise<TestUser> {
  const tab = await openOtherTab({ samples: false })
  const [ana, ben] = [await tab.signUpUser('ana'), await tab.signUpUser('ben')]
  await tab.post(ben, 'Hemp')
  return ana
}

/** Opens Explore as Ana without a connection. */
async function openExploreOffline(): Promise<void> {
  storeSession(await signUpWithPost())
  const app = await loadApp('/explore', null, { fault: { kind: 'offline' } })
  await act(async () => render(app))
  await screen.findByRole('heading', { name: 'These posts did not load' })
}

it('a page and its suggestions load when the connection to the backend returns', async () => {
  await openExploreOffline()
  await waitForResponses()
  vi.mocked(console.error).mockClear()
  await setLab()
  // The response to the check of the banner does this.
  await act(async () => forgetLoss('backend'))
  await findPost('Hemp')
  await within(await suggestionsPanel()).findByText('@ben')
})

it('a page that failed without a connection loads when it is opened again, after the connection returned elsewhere', async () => {
  await openExploreOffline()
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  await userEvent.click(navigation.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Settings' })
  await waitForResponses()
  vi.mocked(console.error).mockClear()
  await setLab()
  await act(async () => forgetLoss('backend'))
  await userEvent.click(navigation.getByRole('link', { name: 'Explore' }))
  await findPost('Hemp')
})

it('a page whose query fails after it was left loads when it is opened again', async () => {
  const ana = await signUpWithPost()
  const lost = new Subject<never>()
  let isLost = true
  connectNewBackend(
    new ApolloLink((operation, forward) =>
      isLost && operation.operationName === 'ExplorePage' ? lost : forward(operation),
    ),
  )
  const user = await startApp('/settings', { as: ana })
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(navigation.getByRole('link', { name: 'Explore' }))
  await screen.findByRole('heading', { name: 'Explore' })
  await user.click(navigation.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Settings' })
  isLost = false
  await act(async () => lost.error(new ConnectionLostError()))
  await act(async () => comeOnline())
  await user.click(navigation.getByRole('link', { name: 'Explore' }))
  await findPost('Hemp')
})

/** Renders a component whose code does not load until the function that it returns is called. */
async function renderUnreachable(Boundary: typeof PageBoundary | typeof OptionalPart): Promise<() => void> {
  let isReachable = false
  const Content = lazyComponent(
    async () => {
      if (!isReachable) throw new TypeError('Failed to fetch')
      return { Content: () => <p>Content</p> }
    },
    (module) => module.Content,
  )
  await act(async () =>
    render(
      <MemoryRouter>
        <Boundary>
          <Content />
        </Boundary>
      </MemoryRouter>,
    ),
  )
  await expectLoggedErrors('A part of Weft did not load.')
  return () => (isReachable = true)
}

it('code that does not load when the connection returns is loaded again seconds later', async () => {
  const makeReachable = await renderUnreachable(PageBoundary)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await act(async () => void dispatchEvent(new Event('online')))
  expect(console.error).toHaveBeenCalledTimes(1)
  makeReachable()
  await act(async () => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  await expectLoggedErrors('A part of Weft did not load.')
  await screen.findByText('Content')
})

it.each(['page', 'optional section'])('a %s whose code did not load is loaded again', async (kind) => {
  const makeReachable = await renderUnreachable(kind === 'page' ? PageBoundary : OptionalPart)
  expect(screen.queryByText('Content')).toBeNull()
  makeReachable()
  await act(async () => comeOnline())
  await screen.findByText('Content')
})

it('the next rows of a list load', async () => {
  const loadMore = vi.fn(() => Promise.reject(new Error('No connection')))
  render(<LoadMore loadMore={loadMore} />)
  dispatchEvent(new Event('scroll'))
  await screen.findByText('The next posts did not load.')
  await expectLoggedErrors('No connection')
  loadMore.mockImplementation(() => new Promise(() => {}))
  act(() => comeOnline())
  await screen.findByText('Loading more posts')
  expect(loadMore).toHaveBeenCalledTimes(2)
})

function InOptionalPart({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <OptionalPart>{children}</OptionalPart>
    </MemoryRouter>
  )
}

it('the lab badge and the storage notice load once the connection returns', async () => {
  const lab = await openLab()
  let isLost = true
  const onChange = vi.fn((_listener: () => void) => () => {})
  const failure = new Error('The data is gone')
  const settings = () => (isLost ? Promise.reject(failure) : lab.settings())
  connectBackend(async (onLost) => {
    const backend = await openInPageBackend(onLost)
    const opened = { ...backend.lab, open: async () => ({ ...lab, settings, onChange }) }
    return withInBrowser(
      { ...backend, lab: opened },
      {
        storageStatus: () => (isLost ? Promise.reject(failure) : Promise.resolve({ kind: 'memory' })),
      },
    )
  })
  await setLabOf(lab, 900)
  const { result } = renderHook(useDifferences, { wrapper: InOptionalPart })
  render(
    <MemoryRouter>
      <StorageNotice />
    </MemoryRouter>,
  )
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  await waitFor(() => expect(vi.mocked(console.error).mock.calls.flat()).toContain(failure))
  await expectLoggedErrors('The data is gone')
  isLost = false
  act(() => comeOnline())
  await waitFor(() => expect(result.current).toBe('900 ms'))
  await screen.findByText(/^Your data will not be saved/)
})

function setLabOf({ change, defaults }: Awaited<ReturnType<typeof openLab>>, ms: number): Promise<unknown> {
  return change({ ...defaults, latency: { ...defaults.latency, ms } })
}
