import { expect, it, vi } from 'vitest'
import { download } from '../../src/lib/download.ts'

it('revokes the URL of a download after 60 s', () => {
  vi.useFakeTimers()
  // jsdom would navigate to the file.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const created = vi.spyOn(URL, 'createObjectURL')
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  download(new Blob(['text']), 'file.txt')
  vi.advanceTimersByTime(59_999)
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoked.mock.calls).toEqual([[created.mock.results[0]?.value]])
  vi.useRealTimers()
})
