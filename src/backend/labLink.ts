import { ApolloLink } from '@apollo/client'
import { print } from '@apollo/client/utilities'
import { OperationTypeNode, type GraphQLError } from 'graphql'
import { from, fromEvent, identity, lastValueFrom, Observable, takeUntil } from 'rxjs'
import type { ResponseSummary, RequestSummary, Simulation } from '../../resolvers/browser/lab.ts'

interface LabLinkOptions {
  simulation: Simulation
  /** Where the next link executes operations. */
  via: RequestSummary['via']
  /** Converts an injected fault to the error of a result. Returns undefined for other errors. */
  injectedError: (thrown: unknown) => GraphQLError | undefined
}

/**
 * Applies the lab's latency, faults and request log to the next link. Unsubscribing ends the wait for a result. It also
 * ends a query, but never a mutation. Subscriptions bypass the lab.
 */
export function labLink({ simulation, via, injectedError }: LabLinkOptions): ApolloLink {
  async function execute(operation: ApolloLink.Operation, forward: ApolloLink.ForwardFunction, signal: AbortSignal) {
    const request = { summarize: () => summaryOf(operation, via), signal, sentAt: operation.getContext().sentAt }
    const isQuery = operation.operationType === OperationTypeNode.QUERY
    const work = () =>
      lastValueFrom(forward(operation).pipe(isQuery ? takeUntil(fromEvent(signal, 'abort')) : identity))
    try {
      return await simulation.run(request, work, summarizeResponse)
    } catch (thrown) {
      const error = injectedError(thrown)
      if (error) return { errors: [error.toJSON()] }
      throw thrown
    }
  }

  return new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) return forward(operation)
    return new Observable((observer) => {
      const controller = new AbortController()
      const subscription = from(execute(operation, forward, controller.signal)).subscribe(observer)
      return () => {
        controller.abort()
        subscription.unsubscribe()
      }
    })
  })
}

/** Describes the operation as it would be sent over HTTP. */
function summaryOf(
  { operationName: name = '', query, variables }: ApolloLink.Operation,
  via: RequestSummary['via'],
): RequestSummary {
  return { via, name, method: 'POST', path: '/graphql', variables, query: () => print(query) }
}

function summarizeResponse({ errors = [] }: ApolloLink.Result): ResponseSummary {
  return {
    errors: errors.map(({ message, extensions }) => {
      const status = extensions?.['status']
      return typeof status === 'number' ? { message, status } : { message }
    }),
  }
}
