import { ApolloLink } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { tap } from 'rxjs'
import { sessionState } from '../session/sessionScope.ts'

interface LastEvent {
  id: string | null
}

/** The last event that a session knows: of its subscription, or the last one before its first query was executed. */
export const lastEventOf = sessionState((): LastEvent => ({ id: null }))

/**
 * Remembers the last event, from which each subscription continues. So the first one gets what has changed since the first
 * query, whenever it starts. The link of the backend sets `lastEventId` in the context of an operation.
 */
export function lastEventLink(lastEvent: LastEvent): ApolloLink {
  return new ApolloLink((operation, forward) => {
    // GraphiQL's operations are on their own: the cache does not get their results.
    if (operation.getContext().isForeign) return forward(operation)
    const isSubscription = operation.operationType === OperationTypeNode.SUBSCRIPTION
    if (isSubscription) operation.setContext({ lastEventId: lastEvent.id })
    const remember = () => {
      if (isSubscription || lastEvent.id === null) lastEvent.id = operation.getContext().lastEventId ?? lastEvent.id
    }
    return forward(operation).pipe(tap({ next: remember, error: remember }))
  })
}
