import { ApolloLink } from '@apollo/client'
import { SchemaLink } from '@apollo/client/link/schema'
import { GraphQLError, OperationTypeNode, type ExecutionResult } from 'graphql'
import { concatMap, from, Observable, of, switchMap } from 'rxjs'
import type { Backend } from '../../resolvers/browser/index.ts'

interface InPageLinkOptions {
  /** Applies the lab. */
  lab: ApolloLink
  /** Aborts when the browser has deleted the data. */
  lost: AbortSignal
}

/**
 * Executes operations against the schema in this page, behind the lab. The app's own documents were validated by
 * codegen; set `isForeign: true` in the context of an operation for other documents.
 */
export function inPageLink(backend: Backend, { lab, lost }: InPageLinkOptions): ApolloLink {
  const schemaLink = new SchemaLink({
    schema: backend.schema,
    async context(operation) {
      if (operation.operationType === OperationTypeNode.MUTATION) await backend.loadMutations()
      return contextOf(backend, operation)
    },
  })
  return ApolloLink.from([
    lab,
    validationLink(backend),
    ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      subscribeLink(backend, lost),
      errorsLink(backend).concat(schemaLink),
    ),
  ])
}

/**
 * Creates the backend's context. Stores the id of the last event in the context of the operation: what is read afterwards
 * includes that event.
 */
function contextOf(backend: Backend, operation: ApolloLink.Operation): ReturnType<Backend['context']> {
  const { authorization = null, lastEventId } = operation.getContext()
  const context = backend.context({ authorization }, { lastEventId })
  operation.setContext({ lastEventId: backend.lastEventId() })
  return context
}

/** Refuses an invalid document that is not the app's own. */
function validationLink(backend: Backend): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (!operation.getContext().isForeign) return forward(operation)
    return from(backend.validate(operation.query, operation)).pipe(
      switchMap((errors) => (errors.length > 0 ? of(toPlainResult({ errors })) : forward(operation))),
    )
  })
}

/** Formats the errors of a result as clients may see them. `backend.subscribe` does so itself. */
function errorsLink(backend: Backend): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      concatMap(async ({ errors, ...result }) =>
        errors ? toPlainResult({ ...result, errors: await backend.formatErrors(thrownIn(errors)) }) : result,
      ),
    ),
  )
}

/** Returns the errors with what a resolver has thrown: `SchemaLink` passes them on, but declares plain objects. */
function thrownIn(errors: readonly { message: string }[]): GraphQLError[] {
  return errors.map((error) => (error instanceof GraphQLError ? error : new GraphQLError(error.message)))
}

/** Subscribes to events. Completes when the data is lost, so that a client can subscribe again. */
function subscribeLink(backend: Backend, lost: AbortSignal): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        let end: (() => void) | undefined
        const run = async () => {
          const { query: document, variables, operationName } = operation
          const context = contextOf(backend, operation)
          const response = await backend.subscribe({ document, variables, operationName, context })
          if (!(Symbol.asyncIterator in response)) {
            observer.next(toPlainResult(response))
            return
          }
          end = () => void response.return()
          if (observer.closed || lost.aborted) end()
          else lost.addEventListener('abort', end)
          for await (const result of response) {
            operation.setContext({ lastEventId: context.lastEventId })
            observer.next(toPlainResult(result))
          }
        }
        run().then(
          () => observer.complete(),
          (fault: unknown) => observer.error(fault),
        )
        return () => {
          if (end) lost.removeEventListener('abort', end)
          end?.()
        }
      }),
  )
}

/** Converts errors to plain objects, which is how they arrive over a network. */
function toPlainResult({ errors, ...result }: ExecutionResult): ApolloLink.Result {
  return errors ? { ...result, errors: errors.map((error) => error.toJSON()) } : result
}
