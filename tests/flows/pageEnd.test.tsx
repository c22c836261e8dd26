import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PageEnd } from '../../src/features/posts/PageEnd.tsx'
import { expectLoggedErrors } from './screen.ts'

/** The end of a list, under an observer that delivers exactly the entries of a test. */

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
])('with the entries %j in one batch it loads %i times', (batch, loads) => {
  const loadMore = vi.fn(() => new Promise(() => {}))
  render(<PageEnd cursor="a" loadMore={loadMore} />)
  deliver(...batch)
  expect(loadMore).toHaveBeenCalledTimes(loads)
})

it('loads the page after next when the next one has added nothing to the screen', () => {
  const loadMore = vi.fn(() => Promise.resolve())
  const { rerender } = render(<PageEnd cursor="a" loadMore={loadMore} />)
  deliver(true)
  rerender(<PageEnd cursor="b" loadMore={loadMore} />)
  deliver(true)
  expect(loadMore.mock.calls).toEqual([['a'], ['b']])
})

it('offers to try again when a load fails after the end has left the view', async () => {
  const loads = [() => Promise.reject(new Error('Aborted')), () => new Promise(() => {})]
  const loadMore = vi.fn(() => loads.shift()?.() ?? Promise.resolve())
  render(<PageEnd cursor="a" loadMore={loadMore} />)
  deliver(true)
  deliver(false)
  await expectLoggedErrors('Aborted')
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Loading more posts')
  deliver(true)
  expect(loadMore).toHaveBeenCalledTimes(2)
})
