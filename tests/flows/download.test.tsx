import { beforeEach, expect, it, vi } from 'vitest'
import { openInPageBackend } from '../../src/backend/inPageBackend.ts'
import { connectBackend } from '../../src/backend/openBackend.ts'
import { startTask } from '../../src/devtools/lab/data/dataTask.ts'
import { download } from '../../src/lib/download.ts'
import { withInBrowser } from './app.tsx'

beforeEach(() => {
  // jsdom would navigate to the file.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})

it('revokes the URL of a download after 60 s', () => {
  vi.useFakeTimers()
  const created = vi.spyOn(URL, 'createObjectURL')
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  download(new Blob(['text']), 'file.txt')
  vi.advanceTimersByTime(59_999)
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoked.mock.calls).toEqual([[created.mock.results[0]?.value]])
})

it('revokes the URL of an exported snapshot', async () => {
  // jsdom has no workers. Data in memory is exported in the page.
  connectBackend(async (onLost) =>
    withInBrowser(await openInPageBackend(onLost), { storageStatus: () => Promise.resolve({ kind: 'memory' }) }),
  )
  // The export itself waits for timers.
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  const created = vi.spyOn(URL, 'createObjectURL')
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  await startTask({ kind: 'export' })
  expect(created).toHaveBeenCalledTimes(1)
  vi.runOnlyPendingTimers()
  expect(revoked.mock.calls).toEqual([[created.mock.results[0]?.value]])
})
