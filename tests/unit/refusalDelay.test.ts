import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefusalDelay, promptRefusals } from '../../server/limits/refusalDelay.ts'

describe('a refusal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is sent at once, and after a second to an address that has had many', async () => {
    const delayRefusal = createRefusalDelay()
    for (let count = 0; count < promptRefusals.points; count += 1) await delayRefusal('192.0.2.1')
    const onSent = vi.fn()
    void delayRefusal('192.0.2.1').then(onSent)
    await delayRefusal('192.0.2.2')
    await vi.advanceTimersByTimeAsync(999)
    expect(onSent).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onSent).toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000 * promptRefusals.duration)
    await delayRefusal('192.0.2.1')
  })
})
