import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { wait } from '../../resolvers/lib/delay.ts'

describe('wait', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test.each([0, -1])('does not wait %i milliseconds', async (milliseconds) => {
    await wait(milliseconds)
    await wait(milliseconds, new AbortController().signal)
  })

  test('waits as long as it is told', async () => {
    const over = vi.fn()
    const waiting = wait(400).then(over)
    await vi.advanceTimersByTimeAsync(399)
    expect(over).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(over).toHaveBeenCalledOnce()
    await waiting
  })

  test('rejects with the reason of a signal that has aborted before, also without a delay', async () => {
    const reason = new Error('Gone')
    await expect(wait(400, AbortSignal.abort(reason))).rejects.toBe(reason)
    await expect(wait(0, AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  test('rejects with the reason of a signal that aborts meanwhile, and stops its clock', async () => {
    const reason = new Error('Gone')
    const controller = new AbortController()
    const waiting = wait(400, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })

  test('lets go of the signal when it is over', async () => {
    const controller = new AbortController()
    const letGo = vi.spyOn(controller.signal, 'removeEventListener')
    const waiting = wait(400, controller.signal)
    await vi.advanceTimersByTimeAsync(400)
    await waiting
    expect(letGo).toHaveBeenCalledWith('abort', expect.any(Function))
    controller.abort()
  })
})
