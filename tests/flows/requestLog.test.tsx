import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { openLab, type LogEntry } from '../../src/backend/lab.ts'
import { linkedDocumentIn } from '../../src/devtools/lab/requests/graphiqlLink.ts'
import { Requests } from '../../src/devtools/lab/requests/Requests.tsx'
import { ChangesDocument } from '../../src/features/live/LiveUpdates.generated.ts'
import { EditPostDocument } from '../../src/features/postChanges/editing/EditPost.generated.ts'
import { openOtherTab, startApp } from './app.tsx'
import { findPost } from './screen.ts'

it('the lab is one object, so that opening it again records no request twice', async () => {
  expect(await openLab()).toBe(await openLab())
})

it('bars of the request log compare the durations', () => {
  const requests = [150, 600, 0.4].map((ms): LogEntry => ({
    id: String(ms),
    timestamp: 0,
    ms,
    via: 'tab',
    name: 'Feed',
    method: 'POST',
    path: '/graphql',
    variables: null,
    outcome: { kind: 'responded', status: 200, messages: [] },
  }))
  const { container } = render(<Requests requests={requests} clear={() => {}} />)
  const durations = [...container.querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('i')?.style.width,
    row.querySelector('b')?.textContent,
  ])
  expect(durations).toEqual([
    ['25%', '150 ms'],
    ['100%', '600 ms'],
    [expect.stringMatching(/^0\.06/), '0 ms'],
  ])
})

it('the log has the requests of the tab from before the lab was opened, and a row opens in GraphiQL', async () => {
  const tab = await openOtherTab()
  const user = await startApp('/explore', { as: await tab.signUpUser('ana') })
  await findPost('Madder roots')
  await user.click(screen.getByRole('link', { name: 'Lab' }))
  const log = await screen.findByRole('log', { name: 'Request log' })
  await user.click(await within(log).findByRole('button', { name: 'ExplorePage' }))
  const { pathname, hash } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open in GraphiQL' }).href)
  expect(pathname).toBe('/graphiql')
  const linked = linkedDocumentIn(hash)
  expect(linked?.query).toContain('query ExplorePage')
  expect(JSON.parse(linked?.variables ?? '')).toMatchObject({ orderBy: 'LATEST' })

  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await findPost('Madder roots')
  await user.click(screen.getByRole('link', { name: 'Lab' }))
  await within(await screen.findByRole('log', { name: 'Request log' })).findByRole('button', { name: 'ExplorePage' })
})

it('the log has the requests of a page that does not become idle', async () => {
  const whenIdle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => whenIdle.push(run))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    for (const run of whenIdle) run()
  })
  const tab = await openOtherTab()
  const user = await startApp('/explore', { as: await tab.signUpUser('ana') })
  await findPost('Madder roots')
  vi.advanceTimersByTime(5000)
  await user.click(screen.getByRole('link', { name: 'Lab' }))
  const log = await screen.findByRole('log', { name: 'Request log' })
  await within(log).findByRole('button', { name: 'ExplorePage' })
})

it('the log has no subscription', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const postId = await tab.post(ana, 'Hemp')
  await startApp('/lab', { as: ana })
  await screen.findByRole('heading', { name: 'Request log' })
  const edit = () =>
    sessionClient().mutate({ mutation: EditPostDocument, variables: { input: { postId, content: 'Silk' } } })
  await edit()
  const received = vi.fn()
  const subscription = sessionClient().subscribe({ query: ChangesDocument }).subscribe(received)
  // It gets the changes since the last response before its start.
  await waitFor(async () => {
    await edit()
    expect(received).toHaveBeenCalled()
  })
  subscription.unsubscribe()
  const log = within(await screen.findByRole('log', { name: 'Request log' }))
  await log.findAllByRole('button', { name: 'EditPost' })
  expect(log.queryByRole('button', { name: 'Changes' })).toBeNull()
})

it('comes after storage and snapshot, and before the data', async () => {
  await startApp('/lab')
  await screen.findByRole('heading', { name: 'Data' })
  const headings = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Network conditions',
    'Storage',
    'Snapshot',
    'Request log',
    'Data',
  ])
})

it('goes on when the page returns from the back/forward cache, where WebKit releases its locks', async () => {
  const request = vi.fn(async (_name: string, _options: object, hold: () => unknown) => hold())
  Object.defineProperty(navigator, 'locks', { value: { request, query: async () => ({}) }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  await startApp('/lab')
  await waitFor(() => expect(request).toHaveBeenCalledOnce())
  request.mockClear()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(() => expect(request).toHaveBeenCalled())
})
