import { ApolloLink, gql, type DocumentNode } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { firstValueFrom, NEVER, of, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { lastEventLink } from '../../src/apollo/lastEvent.ts'
import { startLiveUpdates } from '../../src/features/live/liveUpdates.ts'
import { beginSession, currentScope, endSession } from '../../src/session/session.ts'
import { sessionOf } from './app.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  endSession('initial')
  vi.useRealTimers()
})

/** Ends the first subscription with this error code and keeps later ones open. Returns how many there were. */
async function countSubscriptions(code: string): Promise<number> {
  let count = 0
  const link = new ApolloLink(() => {
    count += 1
    const errors = [{ message: 'No', extensions: { code, status: 500 } }]
    return count === 1 ? of({ errors }) : NEVER
  })
  beginSession(sessionOf({ id: 'ana', username: 'ana', token: 'token' }))
  sessionClient().setLink(link)
  startLiveUpdates(currentScope())
  await vi.advanceTimersByTimeAsync(60_000)
  return count
}

describe('a live subscription that ends', () => {
  it.each(['INTERNAL', 'POST_NOT_FOUND'])('subscribes again after the error %s', async (code) => {
    expect(await countSubscriptions(code)).toBe(2)
  })
})

it('a live subscription begins again with a new token of its user', () => {
  const tokens: unknown[] = []
  const signIn = (token: string) => beginSession(sessionOf({ id: 'ana', username: 'ana', token }))
  signIn('first')
  const scope = currentScope()
  sessionClient().setLink(
    new ApolloLink(() => {
      tokens.push(scope.token)
      return NEVER
    }),
  )
  startLiveUpdates(scope)
  signIn('second')
  expect(tokens).toEqual(['first', 'second'])
})

describe('a live subscription that has missed events', () => {
  it('refetches what is on screen, and continues', async () => {
    const results: ApolloLink.Result[] = [{ data: { name: 'Before' } }, { data: { name: 'After' } }]
    const subscribed: string[] = []
    const events = new Subject<ApolloLink.Result>()
    const link = new ApolloLink(({ operationName = '' }) => {
      if (operationName === 'Name') return of(results.shift() ?? {})
      subscribed.push(operationName)
      return events
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
    expect(subscribed).toEqual(['Changes'])
    expect(events.observed).toBe(true)
    page.unsubscribe()
  })
})

it('a subscription continues after its last event, and the first one after the first query', async () => {
  const client = sessionClient()
  const asked: unknown[] = []
  const ids = ['5', '6', '8', '9']
  const backend = new ApolloLink((operation) => {
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) asked.push(operation.getContext().lastEventId)
    operation.setContext({ lastEventId: ids.shift() ?? null })
    return of({ data: { __typename: 'Query' } })
  })
  client.setLink(lastEventLink({ id: null }).concat(backend))
  const [query, subscription] = [gql('{ __typename }'), gql('subscription { __typename }')]
  for (const sent of [query, query, subscription, subscription])
    await firstValueFrom(ApolloLink.execute(client.link, { query: sent }, { client }))
  expect(asked).toEqual(['5', '8'])
})

it("a subscription of GraphiQL's begins with the next event, and the live updates do not go on from its events", async () => {
  const client = sessionClient()
  const asked: unknown[] = []
  const backend = new ApolloLink((operation) => {
    const { lastEventId, isForeign } = operation.getContext()
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) asked.push(lastEventId)
    operation.setContext({ lastEventId: isForeign ? '9' : '5' })
    return of({ data: { __typename: 'Query' } })
  })
  client.setLink(lastEventLink({ id: null }).concat(backend))
  const send = (query: DocumentNode, isForeign: boolean) =>
    firstValueFrom(ApolloLink.execute(client.link, { query, context: { isForeign } }, { client }))
  const [query, subscription] = [gql('{ __typename }'), gql('subscription { __typename }')]
  await send(query, false)
  await send(subscription, true)
  await send(subscription, false)
  expect(asked).toEqual([undefined, '5'])
})
