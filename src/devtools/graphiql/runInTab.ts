import { ApolloLink } from '@apollo/client'
import type { FetcherParams } from '@graphiql/toolkit'
import { GraphQLError, parse, separateOperations, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import { asapScheduler, catchError, defer, map, of, subscribeOn, type Observable } from 'rxjs'
import { sessionClient } from '../../apollo/client.ts'
import { chooseOperation } from './operationIn.ts'

/**
 * Runs an operation through the Apollo link of the current session. Every failure becomes a result with `errors`.
 * Unsubscribing aborts the operation.
 */
export const runInTab = ({ query, variables, operationName }: FetcherParams): Observable<ExecutionResult> =>
  defer(() => {
    const client = sessionClient()
    const document = parse(query)
    const operation = chooseOperation(document, operationName)
    if (!operation) throw new GraphQLError('There is no such operation in this document.')
    // Apollo accepts only documents with one operation.
    const operations = separateOperations(document)
    const separated = Object.keys(operations).length > 1 ? operations[operation.name?.value ?? ''] : document
    const request = { query: separated ?? document, variables, context: { isForeign: true } }
    return ApolloLink.execute(client.link, request, { client })
  }).pipe(
    map(toExecutionResult),
    catchError((error: unknown) => of({ errors: [toGraphQLError(error)] })),
    // Emits asynchronously: GraphiQL's button would remain 'Stop' after a result that arrives within `subscribe`.
    subscribeOn(asapScheduler),
  )

function toExecutionResult({ errors, ...result }: ApolloLink.Result): ExecutionResult {
  return errors ? { errors: errors.map((error) => new FormattedError(error)), ...result } : result
}

function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  return new GraphQLError(error instanceof Error ? error.message : String(error))
}

/** Wraps an error that arrived as plain data. GraphiQL's types require the class, but GraphiQL only prints its JSON. */
class FormattedError extends GraphQLError {
  readonly #formatted: GraphQLFormattedError

  constructor(formatted: GraphQLFormattedError) {
    super(formatted.message)
    this.#formatted = formatted
  }

  override toJSON(): GraphQLFormattedError {
    return this.#formatted
  }
}
