import { setTimeout as realSetTimeout } from 'node:timers'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'

/** Fake timers that a test leaves fail it. The next files of its worker would wait for them. */
beforeEach(() => {
  // Runs after everything that the test itself cleans up.
  onTestFinished(() => expect(setTimeout, 'setTimeout after the test').toBe(realSetTimeout))
})

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
