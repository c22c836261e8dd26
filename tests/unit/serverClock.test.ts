import { describe, expect, it } from 'vitest'
import { checkClock } from '../../server/clock.ts'

/** Checks a clock that is `offset` off the database's. The answers take these times, half of it on the way there. */
function check(offset: number, roundTrips: readonly number[]): Promise<void> {
  let now = 1_000_000
  const left = [...roundTrips]
  const askTime = async () => {
    const half = (left.shift() ?? 10) / 2
    now += half
    const time = now - offset
    now += half
    return time
  }
  return checkClock(askTime, () => now)
}

describe('the check of the clock', () => {
  it.each([999, -999])('accepts a clock that is %s ms off', async (offset) => {
    await expect(check(offset, [])).resolves.toBeUndefined()
  })

  it.each([
    [1000, '1.0 s ahead of'],
    [-2300, '2.3 s behind'],
  ])('refuses a clock that is %s ms off', async (offset, message) => {
    await expect(check(offset, [])).rejects.toThrow(`The clock of this machine is ${message} that of the database.`)
  })

  it('believes the quickest of several answers', async () => {
    let now = 1_000_000
    let asked = 0
    // All of the time passes on the way back, so that half of it looks like an offset.
    const askTime = async () => {
      const time = now
      asked += 1
      now += asked === 4 ? 20 : 5000
      return time
    }
    await expect(checkClock(askTime, () => now)).resolves.toBeUndefined()
  })
})
