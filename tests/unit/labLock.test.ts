import { expect, onTestFinished, test, vi } from 'vitest'
import { holdLabLock, isLabLockHeld } from '../../resolvers/browser/labLock.ts'

function stubNavigator(navigator: object): void {
  vi.stubGlobal('navigator', navigator)
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a lab is open while a page holds its lock', async () => {
  const held: { name: string }[] = []
  const request = (name: string, _options: object, hold: () => unknown) => {
    held.push({ name })
    return hold()
  }
  stubNavigator({ locks: { request, query: async () => ({ held }) } })
  expect(await isLabLockHeld()).toBe(false)
  await holdLabLock()
  expect(await isLabLockHeld()).toBe(true)
})

test('a lab counts as open if the browser has no locks', async () => {
  stubNavigator({})
  await holdLabLock()
  expect(await isLabLockHeld()).toBe(true)
})

test('a lab counts as open if the browser refuses locks', async () => {
  const refuse = () => Promise.reject(new DOMException('Storage is blocked.', 'SecurityError'))
  stubNavigator({ locks: { request: refuse, query: refuse } })
  await holdLabLock()
  expect(await isLabLockHeld()).toBe(true)
})
