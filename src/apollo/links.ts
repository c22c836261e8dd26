import { ApolloLink } from '@apollo/client'
import { getMainDefinition } from '@apollo/client/utilities'
import { Kind } from 'graphql'
import { EMPTY, from, map, switchMap, tap } from 'rxjs'
import type { ErrorCode } from '../generated/types.ts'
import { openBackend } from '../backend/backend.ts'
import type { Session } from '../session/session.ts'

/** Sends the session's token; when the backend refuses it, says so. */
export function sessionLink(session: Session | null, onRefused: () => void): ApolloLink {
  const refusals: readonly unknown[] = ['TOKEN_INVALID', 'NOT_REGISTERED'] satisfies ErrorCode[]
  return new ApolloLink((operation, forward) => {
    operation.setContext({ authorization: session?.token ?? null })
    if (!session) return forward(operation)
    return forward(operation).pipe(
      tap(({ errors }) => {
        const refused = errors?.some(
          ({ extensions, path }) => refusals.includes(extensions?.['code']) && !isLogIn(operation, path?.[0]),
        )
        if (refused) onRefused()
      }),
    )
  })
}

/** Whether this key of the answer is a log-in's: that says nothing of the token it was sent with. */
function isLogIn({ query }: ApolloLink.Operation, key: string | number | undefined): boolean {
  const { selections } = getMainDefinition(query).selectionSet
  return selections.some(
    (field) => field.kind === Kind.FIELD && field.name.value === 'logIn' && (field.alias ?? field.name).value === key,
  )
}

/**
 * Forwards to the backend once it has loaded. Answers cross as plain data: the cache never holds an object of the
 * store, and an error here is what it would be had it come over a network.
 */
export const backendLink = new ApolloLink((operation) =>
  from(openBackend()).pipe(
    switchMap(({ link }) => link.request(operation, () => EMPTY)),
    map((result): ApolloLink.Result => JSON.parse(JSON.stringify(result))),
  ),
)
