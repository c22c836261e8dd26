import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { NEVER, of } from 'rxjs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startLive } from '../../src/features/live/liveUpdates.ts'

const subscriptions = 6

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** Each subscription is answered with an error of this code and ends; begun again, it stays open. Answers how often one was begun. */
async function beginnings(code: string): Promise<number> {
  let begun = 0
  const link = new ApolloLink(() => {
    begun += 1
    const errors = [{ message: 'No', extensions: { code, status: 500, errors: ['No'] } }]
    return begun <= subscriptions ? of({ errors }) : NEVER
  })
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  const stop = startLive(client, { signedIn: true })
  await vi.advanceTimersByTimeAsync(60_000)
  stop()
  return begun
}

describe('live updates that end', () => {
  it.each(['INTERNAL', 'POST_NOT_FOUND'])('after an event that failed (%s) begin again', async (code) => {
    expect(await beginnings(code)).toBe(2 * subscriptions)
  })

  it.each(['TOKEN_INVALID', 'NOT_REGISTERED'])('because they were refused (%s) stay ended', async (code) => {
    expect(await beginnings(code)).toBe(subscriptions)
  })
})
