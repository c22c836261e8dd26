import { ApolloLink } from '@apollo/client'
import { OperationTypeNode, type ExecutionResult } from 'graphql'
import { defer, Observable } from 'rxjs'
import type { Backend } from '../../resolvers/browser/index.ts'
import { labLink, type LabLinkOptions } from './labLink.ts'

interface InPageLinkOptions extends LabLinkOptions {
  /** Aborts when the browser has deleted the data. */
  lost: AbortSignal
}

/**
 * Executes operations in this page, behind the lab. The app's own documents were validated by codegen; set
 * `validate: true` in the context of an operation for other documents.
 */
export function inPageLink(backend: Backend, { lost, ...lab }: InPageLinkOptions): ApolloLink {
  return labLink(lab).concat(executingLink(backend, lost))
}

function executingLink(backend: Backend, lost: AbortSignal): ApolloLink {
  return new ApolloLink((operation) =>
    operation.operationType === OperationTypeNode.SUBSCRIPTION
      ? listen(backend, operation, lost)
      : defer(async () =>
          toPlainResult(
            (await validationFailure(backend, operation)) ?? (await backend.execute(requestOf(backend, operation))),
          ),
        ),
  )
}

function requestOf(backend: Backend, operation: ApolloLink.Operation): Parameters<Backend['execute']>[0] {
  const { query: document, variables, operationName } = operation
  const { authorization = null } = operation.getContext()
  return { document, variables, operationName, context: backend.context({ authorization }) }
}

/** Returns the validation errors of a document, or undefined if it is valid or needs no validation. */
async function validationFailure(
  backend: Backend,
  operation: ApolloLink.Operation,
): Promise<ExecutionResult | undefined> {
  if (!operation.getContext().validate) return undefined
  const errors = await backend.validate(operation.query, operation)
  return errors.length > 0 ? { errors } : undefined
}

/** Subscribes to events. Completes when the data is lost, so that a client can subscribe again. */
function listen(backend: Backend, operation: ApolloLink.Operation, lost: AbortSignal): Observable<ApolloLink.Result> {
  return new Observable((observer) => {
    let end: (() => void) | undefined
    const run = async () => {
      const failure = await validationFailure(backend, operation)
      const response = failure ?? (await backend.subscribe(requestOf(backend, operation)))
      if (!(Symbol.asyncIterator in response)) {
        observer.next(toPlainResult(response))
        return
      }
      end = () => void response.return(undefined)
      if (observer.closed || lost.aborted) end()
      else lost.addEventListener('abort', end)
      for await (const result of response) observer.next(toPlainResult(result))
    }
    run().then(
      () => observer.complete(),
      (fault: unknown) => observer.error(fault),
    )
    return () => {
      if (end) lost.removeEventListener('abort', end)
      end?.()
    }
  })
}

/** Converts errors to plain objects, which is how they arrive over a network. */
function toPlainResult({ errors, ...result }: ExecutionResult): ApolloLink.Result {
  return errors ? { ...result, errors: errors.map((error) => error.toJSON()) } : result
}
