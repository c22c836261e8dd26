import { ApolloLink } from '@apollo/client'
import type { FetcherParams } from '@graphiql/toolkit'
import {
  getOperationAST,
  GraphQLError,
  parse,
  separateOperations,
  type ExecutionResult,
  type GraphQLFormattedError,
} from 'graphql'
import { asapScheduler, catchError, defer, map, of, subscribeOn, type Observable } from 'rxjs'
import { sessionClient } from '../../apollo/client.ts'

/**
 * Runs GraphiQL's operations through the link of whoever is signed in at that moment. Whatever goes wrong is an answer
 * with `errors`; unsubscribing aborts.
 */
export const runInTab = ({ query, variables, operationName }: FetcherParams): Observable<ExecutionResult> =>
  defer(() => {
    const client = sessionClient()
    const document = parse(query)
    // Right after a paste GraphiQL still sends the name of what stood there before: an operation that is alone needs none.
    const operation = getOperationAST(document, operationName) ?? getOperationAST(document)
    if (!operation) throw new GraphQLError('There is no such operation in this document.')
    // Apollo takes one operation at a time.
    const operations = separateOperations(document)
    const alone = Object.keys(operations).length > 1 ? operations[operation.name?.value ?? ''] : document
    return ApolloLink.execute(client.link, { query: alone ?? document, variables }, { client })
  }).pipe(
    map(asExecutionResult),
    catchError((fault: unknown) => of({ errors: [asGraphQLError(fault)] })),
    // GraphiQL keeps its subscription after subscribing: an answer at once would leave its button at 'Stop' for good.
    subscribeOn(asapScheduler),
  )

function asExecutionResult({ errors, ...result }: ApolloLink.Result): ExecutionResult {
  return errors ? { errors: errors.map((error) => new AnsweredError(error)), ...result } : result
}

function asGraphQLError(fault: unknown): GraphQLError {
  if (fault instanceof GraphQLError) return fault
  return new GraphQLError(fault instanceof Error ? fault.message : String(fault))
}

/** An error that came as plain data. GraphiQL's types ask for the class; all it does is to print its JSON. */
class AnsweredError extends GraphQLError {
  readonly #answered: GraphQLFormattedError

  constructor(answered: GraphQLFormattedError) {
    super(answered.message)
    this.#answered = answered
  }

  override toJSON(): GraphQLFormattedError {
    return this.#answered
  }
}
