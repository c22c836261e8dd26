import { ApolloLink, gql, type DocumentNode } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { defer, firstValueFrom, map, NEVER, of, repeat, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { eventOrderLink } from '../../src/apollo/eventOrder.ts'
import { startLiveUpdates } from '../../src/features/live/liveUpdates.ts'
import { beginSession, currentScope, endSession } from '../../src/session/session.ts'
import { at } from '../values.ts'
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

  it.each(['TOKEN_INVALID', 'NOT_REGISTERED'])(
    'stays closed after the error %s, which refuses the token',
    async (code) => {
      expect(await countSubscriptions(code)).toBe(1)
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

it("a subscription of GraphiQL's begins with the next event, and the live updates do not go on from its events", async () => {
  const client = sessionClient()
  const asked: unknown[] = []
  const backend = new ApolloLink((operation) => {
    const { lastEventId, isForeign } = operation.getContext()
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) asked.push(lastEventId)
    operation.setContext({ lastEventId: isForeign ? 'log/9' : 'log/5' })
    return of({ data: { __typename: 'Query' } })
  })
  client.setLink(eventOrderLink({ id: null, rowAddedAt: null }).concat(backend))
  const send = (query: DocumentNode, isForeign: boolean) =>
    firstValueFrom(ApolloLink.execute(client.link, { query, context: { isForeign } }, { client }))
  const [query, subscription] = [gql('{ __typename }'), gql('subscription { __typename }')]
  await send(query, false)
  await send(subscription, true)
  await send(subscription, false)
  expect(asked).toEqual([undefined, 'log/5'])
})

describe('a subscription', () => {
  const missed = { data: null, errors: [{ message: 'Missed', extensions: { code: 'EVENTS_MISSED' } }] }
  const changed = { data: { __typename: 'Subscription' } }

  /**
   * Opens a subscription after the first query, sends it these results, and then answers other queries. Each has the id of
   * its last event. Returns the ids after which subscriptions were opened.
   */
  function openedAfter(first: string, results: [string, ApolloLink.Result][], queries: string[]): unknown[] {
    const client = sessionClient()
    const asked: unknown[] = []
    const ids = [first, ...queries]
    const events = new Subject<[string, ApolloLink.Result]>()
    const backend = new ApolloLink((operation) => {
      if (operation.operationType === OperationTypeNode.QUERY) {
        operation.setContext({ lastEventId: ids.shift() ?? null })
        return of({ data: { __typename: 'Query' } })
      }
      asked.push(operation.getContext().lastEventId)
      return events.pipe(
        map(([lastEventId, result]) => {
          operation.setContext({ lastEventId })
          return result
        }),
      )
    })
    client.setLink(eventOrderLink({ id: null, rowAddedAt: null }).concat(backend))
    const send = (query: DocumentNode) => ApolloLink.execute(client.link, { query }, { client })
    const query = gql('{ __typename }')
    send(query).subscribe()
    const stream = defer(() => send(gql('subscription { __typename }')))
    const subscription = stream.pipe(repeat({ count: 3 })).subscribe()
    for (const result of results) events.next(result)
    for (const _query of queries) send(query).subscribe()
    subscription.unsubscribe()
    return asked
  }

  it('begins again after the last event before a query that is answered later', () => {
    expect(openedAfter('log/5', [['log/8', changed]], ['log/6', 'log/4', 'log/9'])).toEqual(['log/5', 'log/4'])
  })

  it('gets EVENTS_MISSED of a server that has started again with another log', () => {
    expect(openedAfter('former/50', [['former/60', changed]], ['new/1'])).toEqual(['former/50'])
  })

  it('does not begin again for a replica that lacks events from before EVENTS_MISSED', () => {
    expect(openedAfter('log/50', [['log/90', missed]], ['log/80', 'log/85'])).toEqual(['log/50'])
  })
})

describe('a query that was executed before an event and answered after it', () => {
  const query = gql`
    query Liked {
      post(id: "b") {
        id
        likeCount
      }
    }
  `
  const changes = gql`
    subscription Changes {
      changes {
        ... on PostChange {
          post {
            id
            likeCount
          }
        }
      }
    }
  `
  const postWith = (likeCount: number, id = 'b') => ({ __typename: 'Post', id, likeCount })

  /** Sends the query, then an event about this post, then the response to the query. Returns what the page shows. */
  async function likesShownAfter(eventPost: object, times: { queryReadAt: number }): Promise<unknown[]> {
    const [first, second, events] = [
      new Subject<ApolloLink.Result>(),
      new Subject<ApolloLink.Result>(),
      new Subject<ApolloLink.Result>(),
    ]
    const responses = [first, second]
    const backend = new ApolloLink((operation) => {
      const isQuery = operation.operationName === 'Liked'
      operation.setContext({ lastEventId: `log/${isQuery ? times.queryReadAt : 7}` })
      return (isQuery ? responses.shift() : events) ?? NEVER
    })
    const client = sessionClient()
    client.setLink(eventOrderLink({ id: null, rowAddedAt: null }).concat(backend))
    const shown: unknown[] = []
    const page = client.watchQuery({ query }).subscribe(({ data }) => data && shown.push(at(data, 'post.likeCount')))
    const live = client.subscribe({ query: changes }).subscribe(() => {})
    events.next({ data: { changes: { __typename: 'PostChange', post: eventPost } } })
    for (const [response, likeCount] of [
      [first, 103],
      [second, 104],
    ] as const) {
      response.next({ data: { post: postWith(likeCount) } })
      response.complete()
      await vi.advanceTimersByTimeAsync(0)
    }
    page.unsubscribe()
    live.unsubscribe()
    return shown
  }

  it('is sent again if it has the record of the event', async () => {
    expect(await likesShownAfter(postWith(104), { queryReadAt: 6 })).toEqual([104])
  })

  it('is shown as it is if it has other records, or was executed after the event', async () => {
    expect(await likesShownAfter(postWith(104, 'other'), { queryReadAt: 6 })).toEqual([103])
    endSession('initial')
    expect(await likesShownAfter(postWith(104), { queryReadAt: 7 })).toEqual([103])
  })
})
