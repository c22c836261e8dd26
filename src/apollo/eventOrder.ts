import { ApolloLink } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { concatMap, of, Subject, takeUntil, tap } from 'rxjs'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import type { ErrorCode } from '../generated/types.ts'
import { sessionState } from '../session/sessionScope.ts'

/** The most records whose last event is remembered. */
const MAX_RECORDS = 1000

interface LastEvent {
  /** The event after which the next subscription starts. */
  id: string | null
  /** The id of the last event that added a row to a list of the viewer. Results from before it may lack the row. */
  rowAddedAt: string | null
}

export const lastEventOf = sessionState((): LastEvent => ({ id: null, rowAddedAt: null }))

/**
 * Keeps the results of queries and of live updates in order, for the client of one session. The link of the backend sets
 * `lastEventId` in the context of an operation: the last event before a query was executed, or the event of a result.
 *
 * - A subscription gets the events since the first query of the session, since its last result, or since the last event
 *   before the end of its stream, if the server has told it.
 * - A subscription ends if a query is answered that was executed before the first event that it gets. Started again,
 *   it gets the events since that query.
 * - A query is sent again, once, if its result is older than an event that has arrived meanwhile: of one of its records,
 *   or of a row that lists of the viewer have gained. The cache would keep the older state until the next event.
 */
export function eventOrderLink(lastEvent: LastEvent): ApolloLink {
  /** The position of the last event that has arrived. */
  let arrivedPosition = 0
  /** The session gets all events after this one; undefined before the first result. */
  let firstId: string | null | undefined
  /** The last subscription. The link of the backend sets in its context where it has begun. */
  let subscription: ApolloLink.Operation | undefined
  /** Emits when the subscription lacks earlier events. */
  const gaps = new Subject<void>()
  /** The position of the last `EVENTS_MISSED`. Whatever was read before it is out of date. */
  let missedPosition = 0
  /** The position of the last event of each record. */
  const changedPosition = new BoundedMap<string, number>(MAX_RECORDS)

  const isOutdated = ({ data }: ApolloLink.Result, readId: string | null) => {
    const readPosition = positionIn(readId)
    return (
      readPosition < missedPosition ||
      (readId !== null && lastEvent.rowAddedAt !== null && isBefore(readId, lastEvent.rowAddedAt)) ||
      (readPosition < arrivedPosition && recordIdsIn(data).some((id) => (changedPosition.get(id) ?? 0) > readPosition))
    )
  }

  const followSubscription: ApolloLink.RequestHandler = (operation, forward) => {
    operation.setContext({ lastEventId: lastEvent.id })
    subscription = operation
    const keepLastId = () => {
      lastEvent.id = operation.getContext().lastEventId ?? lastEvent.id
    }
    return forward(operation).pipe(
      tap({
        next(result) {
          keepLastId()
          arrivedPosition = positionIn(lastEvent.id)
          firstId ??= lastEvent.id
          if (hasMissedEvents(result)) {
            missedPosition = arrivedPosition
            firstId = lastEvent.id
            // After a restart of the server, the positions start from the beginning.
            changedPosition.clear()
          }
          for (const id of recordIdsIn(result.data)) changedPosition.set(id, arrivedPosition)
        },
        error: keepLastId,
      }),
      takeUntil(gaps),
    )
  }

  const forwardCall: ApolloLink.RequestHandler = (operation, forward) =>
    forward(operation).pipe(
      concatMap((result) => {
        const { lastEventId: readId = null } = operation.getContext()
        const readPosition = positionIn(readId)
        firstId ??= subscription?.getContext().lastEventId
        // The subscription gets the events since the earliest query, but none from before `EVENTS_MISSED`.
        if (readId !== null && readPosition >= missedPosition && (!firstId || isBefore(readId, firstId))) {
          lastEvent.id = readId
          firstId = readId
          gaps.next()
        }
        const isQuery = operation.operationType === OperationTypeNode.QUERY
        return isQuery && isOutdated(result, readId) ? forward(operation) : of(result)
      }),
    )

  return new ApolloLink((operation, forward) => {
    // GraphiQL's operations are on their own: what they receive, the cache does not.
    if (operation.getContext().isForeign) return forward(operation)
    const isSubscription = operation.operationType === OperationTypeNode.SUBSCRIPTION
    return (isSubscription ? followSubscription : forwardCall)(operation, forward)
  })
}

function hasMissedEvents({ errors = [] }: ApolloLink.Result): boolean {
  return errors.some(({ extensions }) => extensions?.['code'] === ('EVENTS_MISSED' satisfies ErrorCode))
}

/** Returns whether an event is earlier in the same log. A server that has started again may have another log. */
function isBefore(id: string, other: string): boolean {
  return id.split('/')[0] === other.split('/')[0] && positionIn(id) < positionIn(other)
}

/** Returns the number at the end of an id, which counts the events of one backend. */
function positionIn(eventId: string | null): number {
  return Number(/\d+$/.exec(eventId ?? '')?.[0] ?? 0)
}

/** Returns the ids of all records in a result. */
function recordIdsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'id' in value && typeof value.id === 'string' ? [value.id] : []
  return [...own, ...Object.values(value).flatMap(recordIdsIn)]
}
