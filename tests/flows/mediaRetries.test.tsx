import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { RETRY_DELAYS_MS } from '../../src/ui/images/mediaSource.ts'
import { openOtherTab, startApp } from './app.tsx'
import { button, findPost } from './screen.ts'

/** Retries of pictures that fail to load. In WebKit this happens for some seconds after an upload. */

const picture = 'https://media.example/cloth.png'

async function startWithPicture() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const postData = { content: 'Hemp', post_img: picture, media_type: 'image' }
  await tab.rest('POST', '/posts', { token: ana.token, body: { postData } })
  const user = await startApp('/explore', { as: ana })
  const post = await findPost('Hemp')
  const image = () => post.querySelector<HTMLImageElement>('figure img')
  return { user, post, image }
}

/** Makes every load of the picture fail until the card stops retrying. */
async function failUntilGivenUp(image: () => HTMLImageElement | null): Promise<void> {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  for (const delay of RETRY_DELAYS_MS) {
    const failed = image()
    await act(() => failed && fireEvent.error(failed))
    await act(() => vi.advanceTimersByTimeAsync(delay))
    expect(image()).not.toBe(failed)
  }
  fireEvent.error(image() ?? document.body)
  vi.useRealTimers()
}

it('loads a picture again after a failure', async () => {
  const { post, image } = await startWithPicture()
  const failed = image()
  if (failed) fireEvent.error(failed)
  await waitFor(() => expect(image()).not.toBe(failed))
  expect(image()?.getAttribute('src')).toBe(picture)
  expect(post.textContent).not.toContain('cannot be shown')
})

it('loads a picture again when the connection returns', async () => {
  const { post, image } = await startWithPicture()
  await failUntilGivenUp(image)
  await screen.findByText('This picture cannot be shown.')
  act(() => addReconnection())
  expect(image()?.getAttribute('src')).toBe(picture)
  expect(post.textContent).not.toContain('cannot be shown')
})

it('shows an error message after several failed loads, and loads the picture again on a retry', async () => {
  const { user, post, image } = await startWithPicture()
  await failUntilGivenUp(image)
  await screen.findByText('This picture cannot be shown.')
  expect(image()).toBeNull()
  await user.click(button('Try again', post))
  expect(document.activeElement).toBe(post)
  expect(image()?.getAttribute('src')).toBe(picture)
  expect(post.textContent).not.toContain('cannot be shown')
})
