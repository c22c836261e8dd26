import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { WifiOff } from 'lucide-react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { loadCode } from '../../resolvers/lib/ConnectionLostError.ts'
import { forgetLoss, startCall, useLostConnections } from '../../src/backend/connection.ts'
import { fileOf, png } from '../mediaFiles.ts'
import { expectLoggedErrors } from './screen.ts'
import { newDraft } from '../../src/features/drafts/draft.ts'
import { draftId, removeDraft } from '../../src/features/drafts/draftStore.ts'
import { attachFile } from '../../src/features/attachments/attachments.ts'
import { ConnectionBanner } from '../../src/layout/ConnectionBanner.tsx'
import { currentScope } from '../../src/session/session.ts'
import { Banner } from '../../src/ui/Banner.tsx'

const connectionLost = Object.assign(new Error('No response'), { name: 'ConnectionLostError' })

/** Loses the connection to the media service. Returns a function that lists the lost services. */
function loseUploads() {
  const { result } = renderHook(useLostConnections)
  act(() => startCall('uploads')(connectionLost))
  const lost = () => [...result.current]
  expect(lost()).toEqual(['uploads'])
  return lost
}

it('an upload reports the media service as back although the backend was lost meanwhile', () => {
  const lost = loseUploads()
  const report = startCall('uploads')
  act(() => startCall('backend')(connectionLost))
  act(() => report())
  expect(lost()).toEqual(['backend'])
})

it('code of the backend that did not load counts as lost even if other calls succeed', async () => {
  const error = await loadCode(() => Promise.reject(new TypeError('Failed to fetch'))).catch(
    (reason: unknown) => reason,
  )
  expect(String(error)).not.toContain('Failed to fetch')
  const { result } = renderHook(useLostConnections)
  act(() => startCall('backend')(error))
  act(() => startCall('backend')())
  expect([...result.current]).toEqual(['code'])
  act(() => forgetLoss('code'))
  expect([...result.current]).toEqual([])
})

it('the loss of the media service lasts until the last failed upload is removed', async () => {
  const lost = loseUploads()
  const scope = currentScope()
  const ids = ['a', 'b'].map((name) => draftId(scope, { kind: 'edit', postId: name }))
  // No user is signed in, so each upload fails.
  for (const id of ids) {
    const draft = newDraft('edit', { postId: id, text: 'Silk' })
    await act(() => attachFile(scope, id, draft, fileOf(png), 'IMAGE'))
  }
  const [first = '', second = ''] = ids
  const refusal = 'The token is invalid. Unauthorized access error.'
  await expectLoggedErrors(refusal, refusal)
  act(() => removeDraft(first))
  expect(lost()).toEqual(['uploads'])
  act(() => removeDraft(second))
  expect(lost()).toEqual([])
})

it('the text of a banner is added to a live region that is already on the page', async () => {
  /** The texts that were added to a live region. */
  const announced: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Element && target.matches('output'))
        announced.push(...Array.from(addedNodes, ({ textContent }) => textContent ?? ''))
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
  render(<Banner icon={WifiOff}>No connection.</Banner>)
  await waitFor(() => expect(announced).toEqual(['No connection.']))
  observer.disconnect()
})

function renderLostUploads() {
  loseUploads()
  render(<ConnectionBanner />)
}

it('the icon of the banner says, as its text does, whether the connection is lost', async () => {
  renderLostUploads()
  const icon = async (message: RegExp) =>
    (await screen.findByText(message)).parentElement?.querySelector('svg')?.classList
  expect(await icon(/^No connection to the media service/)).toContain('lucide-wifi-off')
  act(() => forgetLoss('uploads'))
  expect(await icon(/^Connected again/)).toContain('lucide-wifi')
})

it('the text of the banner changes together with its icon, also on a page that is too busy for deferred updates', async () => {
  renderLostUploads()
  await screen.findByText(/^No connection to the media service/)
  act(() => {
    // Does not render deferred updates.
    flushSync(() => forgetLoss('uploads'))
    screen.getByText('Connected again.')
  })
})
