import { ApolloLink } from '@apollo/client'
import { getMainDefinition } from '@apollo/client/utilities'
import { Kind, OperationTypeNode } from 'graphql'
import { concatMap, EMPTY, from, identity, map, of, switchMap, tap } from 'rxjs'
import { forgetLoss, startCall } from '../backend/connection.ts'
import { openBackend } from '../backend/openBackend.ts'
import { isTokenError } from '../session/renewToken.ts'
import type { Session } from '../session/session.ts'

/**
 * Adds the session's token to each operation. If the backend refuses it, calls `onTokenRejected`, and passes the result
 * on once the promise has resolved; not for an operation that `renewsToken`, whose caller does that.
 */
export function sessionLink(session: Session | null, onTokenRejected: () => Promise<void>): ApolloLink {
  return new ApolloLink((operation, forward) => {
    operation.setContext({ authorization: session?.token ?? null })
    if (!session || operation.getContext().renewsToken) return forward(operation)
    return forward(operation).pipe(
      concatMap((result) => {
        const isRejected = result.errors?.some(
          ({ extensions, path }) => isTokenError(extensions?.['code']) && !isLogIn(operation, path?.[0]),
        )
        return isRejected ? from(onTokenRejected().then(() => result)) : of(result)
      }),
    )
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
