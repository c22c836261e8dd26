import { ApolloLink } from '@apollo/client'
import { SchemaLink } from '@apollo/client/link/schema'
import { OperationTypeNode, subscribe, validate, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { map, Observable } from 'rxjs'

/** What the link needs of a backend that runs in this page. */
interface Executable<Context> {
  schema: GraphQLSchema
  context(request: { authorization: string | null; signal?: AbortSignal | undefined }): Promise<Context>
  formatError<Answered extends { message: string }>(error: Answered): Answered
}

/**
 * Executes operations in this page: `SchemaLink`, which knows no subscriptions, and beside it a link for those. They
 * complete when the data is `lost`: whoever listens may begin anew.
 */
export function executingLink<Context extends object>(
  { schema, context, formatError }: Executable<Context>,
  lost: AbortSignal,
): ApolloLink {
  const contextOf = (operation: ApolloLink.Operation) => {
    const { authorization = null, signal } = operation.getContext()
    return context({ authorization, signal })
  }
  const executing = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new ApolloLink((operation) => listen(schema, operation, () => contextOf(operation), lost)),
    new SchemaLink({ schema, validate: true, context: contextOf }),
  )
  const formatted = ({ errors, ...result }: ApolloLink.Result): ApolloLink.Result =>
    errors ? { ...result, errors: errors.map(formatError) } : result
  return new ApolloLink((operation, forward) => executing.request(operation, forward).pipe(map(formatted)))
}

/** Letting go of it ends the subscription. */
function listen(
  schema: GraphQLSchema,
  operation: ApolloLink.Operation,
  contextOf: () => Promise<unknown>,
  lost: AbortSignal,
): Observable<ApolloLink.Result> {
  return new Observable((observer) => {
    let end: (() => void) | undefined
    const run = async () => {
      const answer = await begin(schema, operation, contextOf)
      if (!(Symbol.asyncIterator in answer)) {
        observer.next(plain(answer))
        return
      }
      end = () => void answer.return()
      lost.addEventListener('abort', end)
      if (observer.closed || lost.aborted) end()
      for await (const event of answer) observer.next(plain(event))
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

async function begin(
  schema: GraphQLSchema,
  { query: document, variables: variableValues, operationName }: ApolloLink.Operation,
  contextOf: () => Promise<unknown>,
): ReturnType<typeof subscribe> {
  const errors = validate(schema, document)
  if (errors.length > 0) return { errors }
  return subscribe({ schema, document, variableValues, operationName, contextValue: await contextOf() })
}

function plain({ errors, ...result }: ExecutionResult): ApolloLink.Result {
  return errors ? { ...result, errors: errors.map((error) => error.toJSON()) } : result
}
