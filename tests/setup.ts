import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A console warning or error fails the test. A test that expects one clears the spy. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  const stray = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  vi.restoreAllMocks()
  expect(stray).toEqual([])
})
