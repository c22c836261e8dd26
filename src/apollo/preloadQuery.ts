import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { sessionClient } from './client.ts'

/**
 * Starts a page's query unless its result is cached. Until it ends, a hook with the same query and variables joins it.
 * Rejects if it fails.
 */
export async function preloadQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  sentAt = performance.now(),
): Promise<void> {
  await sessionClient().query<Data>({ query, variables, context: { sentAt } })
}
