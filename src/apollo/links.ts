import { ApolloLink } from '@apollo/client'
import { getMainDefinition } from '@apollo/client/utilities'
import { Kind, OperationTypeNode } from 'graphql'
import { concatMap, EMPTY, from, identity, map, of, switchMap, tap, type Observable } from 'rxjs'
import { forgetLoss, startCall } from '../backend/connection.ts'
import { openBackend } from '../backend/openBackend.ts'
import type { SessionScope } from '../session/sessionScope.ts'
import { endRefusedSession, isTokenError } from '../session/token.ts'

/**
 * Sends each operation with the token that the session has at that moment. If the backend refuses it, and another token
 * replaces it, sends the operation again. Otherwise ends the session, and then passes the result on.
 */
export function sessionLink(scope: SessionScope): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const send = (): Observable<ApolloLink.Result> => {
      const { token } = scope
      operation.setContext({ authorization: token })
      if (token === null) return forward(operation)
      return forward(operation).pipe(
        concatMap((result) => {
          const rejection = result.errors?.find(
            ({ extensions, path }) => isTokenError(extensions?.['code']) && !isLogIn(operation, path?.[0]),
          )
          if (!rejection) return of(result)
          return from(endRefusedSession(scope, token, rejection.extensions?.['code'])).pipe(
            switchMap(() => (scope.token === token ? of(result) : send())),
          )
        }),
      )
    }
    return send()
  })
}

/** Returns whether this key of the result belongs to `logIn`, whose errors concern the credentials, not the token. */
function isLogIn({ query }: ApolloLink.Operation, key: string | number | undefined): boolean {
  const { selections } = getMainDefinition(query).selectionSet
  return selections.some(
    (field) => field.kind === Kind.FIELD && field.name.value === 'logIn' && (field.alias ?? field.name).value === key,
  )
}

/**
 * Executes operations in the backend once it has loaded. An operation counts as sent at once: its latency includes the
 * time in which the backend loads and opens. Copies results as JSON, so that the cache shares no object
 * with the store and errors have the shape that they have over a network.
 */
export const backendLink = new ApolloLink((operation) => {
  const endCall = startCall('backend')
  operation.setContext({ sentAt: operation.getContext().sentAt ?? performance.now() })
  return from(openBackend()).pipe(
    switchMap(({ link }) => link.request(operation, () => EMPTY)),
    // A subscription needs no connection in this browser.
    operation.operationType === OperationTypeNode.SUBSCRIPTION
      ? identity
      : tap({
          next: () => {
            endCall()
            // It was answered, so the code of mutations has loaded.
            if (operation.operationType === OperationTypeNode.MUTATION) forgetLoss('code')
          },
          error: endCall,
        }),
    map((result): ApolloLink.Result => JSON.parse(JSON.stringify(result))),
  )
})
