import { describe, expect, it, vi } from 'vitest'
import { FairTurns } from '../../server/limits/fairTurns.ts'

const options = { atOnce: 2, atOnceOfKey: 1, maxWaitingOfKey: 2, maxWaiting: 3, maxWaitMs: 1000 }

/** Begins calls with these keys. `running` are those that have a turn, by their number; `end` ends one. */
function startCalls(turns: FairTurns, ...keys: string[]) {
  const ends = new Map<number, () => void>()
  const refusals = new Map<number, unknown>()
  for (const [number, key] of keys.entries())
    turns.begin(key).then(
      (end) => ends.set(number, end),
      (error: unknown) => refusals.set(number, error),
    )
  const settle = async () => {
    for (let round = 0; round < 10; round += 1) await Promise.resolve()
  }
  return {
    async running() {
      await settle()
      return [...ends.keys()]
    },
    async refused() {
      await settle()
      return refusals
    },
    end(number: number) {
      ends.get(number)?.()
      ends.delete(number)
    },
  }
}

describe('turns', () => {
  it('begin at once for as many keys as may run, one of each', async () => {
    const calls = startCalls(new FairTurns(options), 'a', 'a', 'b', 'c')
    expect(await calls.running()).toEqual([0, 2])
  })

  it('go to the keys one after the other, however many calls of one wait', async () => {
    const calls = startCalls(new FairTurns(options), 'a', 'a', 'a', 'b', 'c')
    expect(await calls.running()).toEqual([0, 3])
    calls.end(0)
    expect(await calls.running()).toEqual([3, 4])
    calls.end(3)
    expect(await calls.running()).toEqual([4, 1])
    calls.end(1)
    expect(await calls.running()).toEqual([4, 2])
  })

  it('are refused to a key with too many calls that wait, and to all if too many wait together', async () => {
    const calls = startCalls(new FairTurns(options), 'a', 'a', 'a', 'a', 'b', 'c', 'd')
    expect(await calls.refused()).toEqual(
      new Map([
        [3, expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 })],
        [6, expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 1 })],
      ]),
    )
  })

  it('are refused if they do not come in time, and the next call can still have one', async () => {
    vi.useFakeTimers()
    const turns = new FairTurns(options)
    const calls = startCalls(turns, 'a', 'a')
    await calls.running()
    await vi.advanceTimersByTimeAsync(options.maxWaitMs)
    vi.useRealTimers()
    expect([...(await calls.refused()).keys()]).toEqual([1])
    calls.end(0)
    expect(await startCalls(turns, 'a').running()).toEqual([0])
  })

  it('belong to the call that waits, before one that comes when it is free', async () => {
    const turns = new FairTurns({ ...options, atOnce: 1 })
    const calls = startCalls(turns, 'a', 'b')
    expect(await calls.running()).toEqual([0])
    calls.end(0)
    const late = startCalls(turns, 'c')
    expect(await calls.running()).toEqual([1])
    expect(await late.running()).toEqual([])
  })

  it('end once, although they are ended twice', async () => {
    const turns = new FairTurns({ ...options, atOnce: 1 })
    const end = await turns.begin('a')
    end()
    end()
    expect(await startCalls(turns, 'b', 'c').running()).toEqual([0])
  })
})
