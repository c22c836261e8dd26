import { setTimeout as realSetTimeout } from 'node:timers'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'

/** A test fails if it leaves fake timers: the next files of its worker would wait for them. */
beforeEach(() => {
  // Runs after everything that the test itself cleans up.
  onTestFinished(() => {
    expect(vi.isFakeTimers(), 'fake timers after the test').toBe(false)
    // A spy on a fake timer brings it back when it is restored.
    expect(setTimeout, 'setTimeout after the test').toBe(realSetTimeout)
  })
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
