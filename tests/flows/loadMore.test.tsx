import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { LoadMore } from '../../src/pagedList/LoadMore.tsx'
import { expectLoggedErrors } from './screen.ts'

/** `LoadMore` with an IntersectionObserver that delivers exactly the entries of a test. */

let deliver: (...isIntersecting: boolean[]) => void

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback) {
        super(callback)
        const target = document.body
        const rect = new DOMRect()
        deliver = (...batch) =>
          act(() =>
            callback(
              batch.map((isIntersecting) => ({
                target,
                isIntersecting,
                intersectionRatio: Number(isIntersecting),
                time: 0,
                boundingClientRect: rect,
                intersectionRect: rect,
                rootBounds: null,
              })),
              this,
            ),
          )
      }
    },
  )
  return () => {
    cleanup()
    vi.unstubAllGlobals()
  }
})

it.each([
  [[true], 1],
  [[false, true], 1],
  [[true, false, true], 1],
  [[true, false], 0],
])('loads by the last entry of a batch: %j loads %i times', (batch, loads) => {
  const loadMore = vi.fn(() => new Promise(() => {}))
  render(<LoadMore key="a" loadMore={loadMore} />)
  deliver(...batch)
  expect(loadMore).toHaveBeenCalledTimes(loads)
})

it('loads the following page when a page has added no rows', () => {
  const loadMore = vi.fn(() => Promise.resolve())
  const { rerender } = render(<LoadMore key="a" loadMore={loadMore} />)
  deliver(true)
  rerender(<LoadMore key="b" loadMore={loadMore} />)
  deliver(true)
  expect(loadMore).toHaveBeenCalledTimes(2)
})

it('shows a retry button when a load fails after the end of the list has left the viewport', async () => {
  const loads = [() => Promise.reject(new Error('Aborted')), () => new Promise(() => {})]
  const loadMore = vi.fn(() => loads.shift()?.() ?? Promise.resolve())
  render(<LoadMore key="a" loadMore={loadMore} />)
  deliver(true)
  deliver(false)
  await expectLoggedErrors('Aborted')
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Loading more posts')
  expect(loadMore).toHaveBeenCalledTimes(2)
})

it('after a retry the focus is on the first new row, although other links are between the list and its end', async () => {
  const pages = [() => Promise.reject(new Error('Aborted')), () => Promise.resolve()]
  const loadMore = () => pages.shift()?.() ?? Promise.resolve()
  const list = (rows: string[], more: boolean) => (
    <>
      <ul data-long-list="at-start">
        {rows.map((row) => (
          <li key={row}>
            <a href="/">{row}</a>
          </li>
        ))}
      </ul>
      <aside>
        <p>
          <a href="/">Suggested user</a>
        </p>
      </aside>
      {more && <LoadMore key={String(rows.at(-1))} loadMore={loadMore} />}
    </>
  )
  const { rerender } = render(list(['a', 'b'], true))
  deliver(true)
  await expectLoggedErrors('Aborted')
  const again = await screen.findByRole('button', { name: 'Try again' })
  again.focus()
  fireEvent.click(again)
  expect(document.activeElement).toBe(again)
  rerender(list(['a', 'b', 'c', 'd'], false))
  expect(document.activeElement?.textContent).toBe('c')
})
