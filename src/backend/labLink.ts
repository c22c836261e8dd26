import { ApolloLink } from '@apollo/client'
import { print } from '@apollo/client/utilities'
import { OperationTypeNode, type GraphQLError } from 'graphql'
import { from, lastValueFrom, Observable } from 'rxjs'
import type { ResponseSummary, RequestSummary, Simulation } from '../../resolvers/browser/index.ts'

export interface LabLinkOptions {
  simulation: Simulation
  /** Converts an injected fault to the error of a result. Returns undefined for other errors. */
  injectedError: (thrown: unknown) => GraphQLError | undefined
}

/**
 * Applies the lab's latency, faults and request log to the next link. Unsubscribing from a query or mutation ends the
 * wait for its result but does not stop the work. Subscriptions bypass the lab.
 */
export function labLink({ simulation, injectedError }: LabLinkOptions): ApolloLink {
  async function execute(operation: ApolloLink.Operation, forward: ApolloLink.ForwardFunction, signal: AbortSignal) {
    const request = { summarize: () => summaryOf(operation), signal, sentAt: operation.getContext().sentAt }
    try {
      return await simulation.run(request, () => lastValueFrom(forward(operation)), summarizeResponse)
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
function summaryOf({ operationName: name = '', query, variables }: ApolloLink.Operation): RequestSummary {
  return { via: 'tab', name, method: 'POST', path: '/graphql', variables, query: () => print(query) }
}

function summarizeResponse({ errors = [] }: ApolloLink.Result): ResponseSummary {
  return {
    errors: errors.map(({ message, extensions }) => {
      const status = extensions?.['status']
      return typeof status === 'number' ? { message, status } : { message }
    }),
  }
}
