import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'

/**
 * Fetches what comes after a cursor into the list that a page's query shows (client.ts, "typePolicies"). A query of its
 * own, not the page's `fetchMore`: when that fails the whole page does, and all that has been read is gone.
 */
export function useLoadMore<Variables extends OperationVariables>(
  query: TypedDocumentNode<unknown, Variables>,
  variablesAfter: (after: string) => Variables,
): (after: string) => Promise<unknown> {
  const client = useApolloClient()
  return (after) => {
    const variables = variablesAfter(after)
    return client.query<unknown>({ query, variables, fetchPolicy: 'network-only' })
  }
}
