import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admission } from '../../resolvers/http/admission.ts'
import { costLimits, createCostLimits, DEAR, STREAM_POINTS } from '../../server/limits/costLimits.ts'

/** Does what is expected to cost some points, and has used others in the end. */
async function use(admission: Admission, expected: number, userId: string | undefined, used: number) {
  const end = await admission.begin(expected, userId)
  await end(used)
}

const tooMany = (seconds: number) => expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: seconds })

describe('the points of an address and of an account', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are there again after the interval, and the refusal says when', async () => {
    const admission = createCostLimits().of('192.0.2.1')
    const end = await admission.begin(costLimits.visitors.points, undefined)
    await end(costLimits.visitors.points)
    await vi.advanceTimersByTimeAsync(5000)
    await expect(admission.begin(1, undefined)).rejects.toEqual(tooMany(costLimits.visitors.duration - 5))
    await vi.advanceTimersByTimeAsync(1000 * (costLimits.visitors.duration - 5))
    await use(admission, 1, undefined, 1)
  })

  it('allow the dearest operation as long as one is left', async () => {
    const admission = createCostLimits().of('192.0.2.1')
    await use(admission, 1, undefined, costLimits.visitors.points - 1)
    await use(admission, costLimits.visitors.points, undefined, costLimits.visitors.points)
    await expect(admission.begin(1, undefined)).rejects.toEqual(tooMany(costLimits.visitors.duration))
  })

  it('are charged for what was used, in place of what was expected', async () => {
    const admission = createCostLimits().of('192.0.2.1')
    await use(admission, costLimits.visitors.points, undefined, 1)
    await use(admission, 1, undefined, costLimits.visitors.points)
    await expect(admission.begin(1, undefined)).rejects.toEqual(tooMany(costLimits.visitors.duration))
  })

  it('are not charged for a refusal', async () => {
    const admission = createCostLimits().of('192.0.2.1')
    await use(admission, 1, undefined, costLimits.visitors.points)
    for (let count = 0; count < 10; count += 1)
      await expect(admission.begin(costLimits.address.points, undefined)).rejects.toThrow()
    await use(admission, 1, 'user', 1)
  })

  it('of an account count at all addresses, and those of visitors at their own', async () => {
    const limits = createCostLimits()
    await use(limits.of('192.0.2.1'), 1, 'user', costLimits.account.points)
    await expect(limits.of('192.0.2.2').begin(1, 'user')).rejects.toEqual(tooMany(costLimits.account.duration))
    for (const address of ['192.0.2.1', '192.0.2.2']) await use(limits.of(address), 1, undefined, 1)
    await use(limits.of('192.0.2.2'), 1, 'other', 1)
  })

  it('of an address count for all its accounts and visitors together', async () => {
    const admission = createCostLimits().of('192.0.2.1')
    for (const user of ['mira', 'noor']) await use(admission, 1, user, costLimits.address.points / 2)
    await expect(admission.begin(1, 'third')).rejects.toEqual(tooMany(costLimits.address.duration))
    await expect(admission.begin(1, undefined)).rejects.toEqual(tooMany(costLimits.address.duration))
  })

  it('are given back to what has no turn', async () => {
    const limits = createCostLimits()
    const admission = limits.of('192.0.2.1')
    const ends = Array.from({ length: 5 }, () => admission.begin(DEAR + 1, undefined))
    await expect(admission.begin(DEAR + 1, undefined)).rejects.toEqual(tooMany(1))
    for (const end of ends) await (await end)(0)
    await use(admission, 1, undefined, costLimits.visitors.points - 1)
    await use(admission, 1, undefined, 1)
  })
})

describe('what costs many points', () => {
  it('is read one at a time for an address, two for all, and does not hold up the rest', async () => {
    const limits = createCostLimits()
    const begun: string[] = []
    const begin = (address: string, points: number) =>
      limits
        .of(address)
        .begin(points, undefined)
        .then((end) => {
          begun.push(address)
          return end
        })
    const dear = ['a', 'a', 'b', 'c'].map((address) => begin(address, DEAR + 1))
    await begin('a', DEAR)
    await begin('d', 1)
    expect(begun.toSorted()).toEqual(['a', 'a', 'b', 'd'])
    for (const at of [0, 2, 3, 1]) await (await dear[at])?.(1)
    expect(begun.slice(4)).toEqual(['c', 'a'])
  })
})

describe('the results of streams', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('of an address come one after the other, as fast as their points allow', async () => {
    const limits = createCostLimits()
    const { signal } = new AbortController()
    const paced: string[] = []
    const pace = (address: string, name: string) =>
      void limits
        .of(address)
        .pace(STREAM_POINTS / 4, signal)
        .then(() => paced.push(name))
    for (const name of ['first', 'second', 'third']) pace('192.0.2.1', name)
    pace('192.0.2.2', 'other')
    await vi.advanceTimersByTimeAsync(0)
    expect(paced).toEqual(['first', 'other'])
    await vi.advanceTimersByTimeAsync(250)
    expect(paced).toEqual(['first', 'other', 'second'])
    await vi.advanceTimersByTimeAsync(250)
    expect(paced).toEqual(['first', 'other', 'second', 'third'])
    // They are no calls: their address can go on.
    await use(limits.of('192.0.2.1'), 1, undefined, 1)
  })

  it('wait no longer than their stream is open', async () => {
    const admission = createCostLimits().of('192.0.2.1')
    const closed = new AbortController()
    await admission.pace(STREAM_POINTS, closed.signal)
    const paced = admission.pace(1, closed.signal)
    closed.abort()
    await paced
  })
})
