import { ApolloLink } from '@apollo/client'
import { SchemaLink } from '@apollo/client/link/schema'
import { print } from '@apollo/client/utilities'
import { OperationTypeNode, subscribe, validate, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { concatMap, finalize, Observable, tap, type ObservableInput } from 'rxjs'

/** What the link needs of a backend that runs in this page. */
interface Executable {
  schema: GraphQLSchema
  context(request: OperationRequest): Promise<object>
  listenerContext(request: OperationRequest): ListenerContext
  formatErrors<Answered extends { message: string }>(errors: readonly Answered[]): Promise<Answered[]>
  log: { begin(sent: Sent): (end: End) => void }
}

interface Sent {
  via: 'tab'
  name: string
  method: string
  path: string
  variables: unknown
  query: () => string
}

type End = { errors: readonly unknown[] | undefined } | { thrown: unknown } | 'abandoned' | 'listening'

interface OperationRequest {
  name: string
  authorization: string | null
  signal?: AbortSignal | undefined
}

interface ListenerContext {
  /** Whether a subscription's last event is out of date. */
  isOutdated(): boolean
}

/**
 * Executes operations in this page: `SchemaLink`, which knows no subscriptions, and beside it a link for those. They
 * complete when the data is `lost`: whoever listens may begin anew.
 */
export function executingLink(
  { schema, context, listenerContext, formatErrors, log }: Executable,
  lost: AbortSignal,
): ApolloLink {
  const executing = ApolloLink.split(
    isSubscription,
    new ApolloLink((operation) => listen(schema, operation, listenerContext(requestOf(operation)), lost)),
    new SchemaLink({ schema, validate: true, context: (operation) => context(requestOf(operation)) }),
  )
  const formatted = ({ errors, ...result }: ApolloLink.Result): ObservableInput<ApolloLink.Result> =>
    errors ? formatErrors(errors).then((answered) => ({ ...result, errors: answered })) : [result]
  return new ApolloLink((operation, forward) => {
    const end = log.begin(sentOf(operation))
    if (isSubscription(operation)) end('listening')
    return executing.request(operation, forward).pipe(
      concatMap(formatted),
      tap({ next: ({ errors }) => end({ errors }), error: (thrown) => end({ thrown }) }),
      finalize(() => end('abandoned')),
    )
  })
}

function requestOf(operation: ApolloLink.Operation): OperationRequest {
  const { authorization = null, signal } = operation.getContext()
  return { name: operation.operationName ?? '', authorization, signal }
}

/** As it would be sent over HTTP. */
function sentOf({ operationName: name = '', query, variables }: ApolloLink.Operation): Sent {
  return { via: 'tab', name, method: 'POST', path: '/graphql', variables, query: () => print(query) }
}

function isSubscription({ operationType }: ApolloLink.Operation): boolean {
  return operationType === OperationTypeNode.SUBSCRIPTION
}

/** Letting go of it ends the subscription. */
function listen(
  schema: GraphQLSchema,
  { query: document, variables: variableValues, operationName }: ApolloLink.Operation,
  contextValue: ListenerContext,
  lost: AbortSignal,
): Observable<ApolloLink.Result> {
  return new Observable((observer) => {
    let end: (() => void) | undefined
    const run = async () => {
      const errors = validate(schema, document)
      if (errors.length > 0) {
        observer.next(plain({ errors }))
        return
      }
      const answer = await subscribe({ schema, document, variableValues, operationName, contextValue })
      if (!(Symbol.asyncIterator in answer)) {
        observer.next(plain(answer))
        return
      }
      end = () => void answer.return()
      if (observer.closed || lost.aborted) end()
      else lost.addEventListener('abort', end)
      // A newer event follows one that is out of date; the older would show for a moment what was before.
      for await (const event of answer) if (!contextValue.isOutdated()) observer.next(plain(event))
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

function plain({ errors, ...result }: ExecutionResult): ApolloLink.Result {
  return errors ? { ...result, errors: errors.map((error) => error.toJSON()) } : result
}
