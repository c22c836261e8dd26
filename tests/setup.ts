import { afterEach, beforeEach, expect, vi } from 'vitest'

/** What a test prints to the console as a warning or error fails it; a test that expects one clears its spy. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  const stray = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  vi.restoreAllMocks()
  expect(stray).toEqual([])
})
