import { ApolloLink, gql } from '@apollo/client'
import { NEVER, of, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { startLiveUpdates } from '../../src/features/live/liveUpdates.ts'
import { beginSession, currentScope, endSession } from '../../src/session/session.ts'
import { sessionOf } from './app.tsx'

const subscriptions = 7

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  endSession('initial')
  vi.useRealTimers()
})

/** Ends each first subscription with this error code and keeps later ones open. Returns how many there were. */
async function countSubscriptions(code: string): Promise<number> {
  let count = 0
  const link = new ApolloLink(() => {
    count += 1
    const errors = [{ message: 'No', extensions: { code, status: 500 } }]
    return count <= subscriptions ? of({ errors }) : NEVER
  })
  beginSession(sessionOf({ id: 'ana', username: 'ana', token: 'token' }))
  sessionClient().setLink(link)
  startLiveUpdates(currentScope())
  await vi.advanceTimersByTimeAsync(60_000)
  return count
}

describe('a live subscription that ends', () => {
  it.each(['INTERNAL', 'POST_NOT_FOUND'])('subscribes again after the error %s', async (code) => {
    expect(await countSubscriptions(code)).toBe(2 * subscriptions)
  })

  it.each(['TOKEN_INVALID', 'NOT_REGISTERED'])(
    'stays closed after the error %s, which refuses the token',
    async (code) => {
      expect(await countSubscriptions(code)).toBe(subscriptions)
    },
  )
})

describe('a live subscription that has missed events', () => {
  it('refetches what is on screen, and continues', async () => {
    const results: ApolloLink.Result[] = [{ data: { name: 'Before' } }, { data: { name: 'After' } }]
    const subscribed: string[] = []
    const events = new Subject<ApolloLink.Result>()
    const link = new ApolloLink(({ operationName = '' }) => {
      if (operationName === 'Name') return of(results.shift() ?? {})
      subscribed.push(operationName)
      return operationName === 'PostChanged' ? events : NEVER
    })
    const client = sessionClient()
    client.setLink(link)
    const shown: unknown[] = []
    const query = gql`
      query Name {
        name
      }
    `
    const page = client.watchQuery({ query }).subscribe(({ data }) => data && shown.push(data))
    startLiveUpdates(currentScope())
    await vi.advanceTimersByTimeAsync(0)
    const extensions = { code: 'EVENTS_MISSED', status: 503, errors: ['Missed'] }
    events.next({ data: null, errors: [{ message: 'Missed', extensions }] })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown).toEqual([{ name: 'Before' }, { name: 'After' }])
    expect(subscribed.toSorted()).toEqual(['PostChanged', 'PostDeleted', 'PostRestored', 'UserChanged'])
    expect(events.observed).toBe(true)
    page.unsubscribe()
  })
})
