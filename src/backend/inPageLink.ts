import { ApolloLink } from '@apollo/client'
import { SchemaLink } from '@apollo/client/link/schema'
import { OperationTypeNode, subscribe, validate, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { concatMap, Observable, type ObservableInput } from 'rxjs'
import { labLink, type LabLinkOptions } from './labLink.ts'

/** What the link needs of a backend that runs in this page. */
interface Executable {
  schema: GraphQLSchema
  context(auth: { authorization: string | null }): OperationContext
  formatErrors<Answered extends { message: string }>(errors: readonly Answered[]): Promise<Answered[]>
}

interface OperationContext {
  /** Whether a newer event of the subscription exists. */
  isOutdated(): boolean
}

interface InPageLinkOptions extends LabLinkOptions {
  /** Aborts when the data is lost. */
  lost: AbortSignal
}

/** Executes operations in this page, behind the lab. */
export function inPageLink(backend: Executable, { lost, ...lab }: InPageLinkOptions): ApolloLink {
  return labLink(lab).concat(executingLink(backend, lost))
}

/**
 * Executes queries and mutations with `SchemaLink`, subscriptions with a link of their own. Those complete when the data
 * is `lost`, so that a client can subscribe again.
 */
function executingLink({ schema, context, formatErrors }: Executable, lost: AbortSignal): ApolloLink {
  const contextOf = (operation: ApolloLink.Operation) => {
    const { authorization = null } = operation.getContext()
    return context({ authorization })
  }
  const executing = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new ApolloLink((operation) => listen(schema, operation, contextOf(operation), lost)),
    new SchemaLink({ schema, validate: true, context: contextOf }),
  )
  const formatted = ({ errors, ...result }: ApolloLink.Result): ObservableInput<ApolloLink.Result> =>
    errors ? formatErrors(errors).then((answered) => ({ ...result, errors: answered })) : [result]
  return new ApolloLink((operation, forward) => executing.request(operation, forward).pipe(concatMap(formatted)))
}

/** Unsubscribing ends the subscription. */
function listen(
  schema: GraphQLSchema,
  { query: document, variables: variableValues, operationName }: ApolloLink.Operation,
  contextValue: OperationContext,
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
      // A newer event follows one that is out of date, which would show an old state for a moment.
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
