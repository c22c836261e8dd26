import type { GraphQLError } from 'graphql'
import type { RequestParams } from 'graphql-http'
import { createHandler } from 'graphql-sse/lib/use/fetch'
import type { Backend } from '../backend.ts'
import type { Operation } from '../graphql/execute.ts'

interface Subscription {
  operation: Operation
  params: RequestParams
  /** The errors of the document. They are sent instead of results. */
  errors: readonly GraphQLError[]
  /** Ends the subscription when it aborts. */
  signal: AbortSignal
}

/**
 * Starts a subscription and returns its results as server-sent events, in the "distinct connections mode" of the GraphQL
 * over SSE protocol. A comment every 12 seconds keeps an idle connection open. The subscription ends when the body of
 * the response is cancelled or the signal aborts.
 */
export async function streamResults(
  backend: Backend,
  { operation, params, errors, signal }: Subscription,
): Promise<Response> {
  const { document, operationName } = operation
  const handle = createHandler({
    // Null disables the "single connection mode", which keeps streams between requests.
    authenticate: () => null,
    onSubscribe: () => ({ schema: backend.schema, document, operationName, contextValue: undefined }),
    validate: () => errors,
    subscribe: () => backend.subscribe(operation),
  })
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' }
  return handle(
    new Request('http://localhost/graphql', { method: 'POST', headers, body: JSON.stringify(params), signal }),
  )
}
