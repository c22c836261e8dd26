import {
  execute,
  getOperationAST,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type subscribe,
} from 'graphql'
import type { Context } from '../context.ts'
import { loadCode } from '../lib/ConnectionLostError.ts'

/** What a request says about the operation to execute, besides its document. */
export interface OperationParams {
  variables?: { readonly [name: string]: unknown } | undefined
  /** Needed if the document holds several operations. */
  operationName?: string | undefined
}

/** An operation of a valid document: `execute` and `subscribe` do not validate. */
export interface Operation extends OperationParams {
  document: DocumentNode
  context: Context
}

/** Executes operations of a schema. Results hold errors as clients may see them; `report` gets the unexpected ones. */
export interface Executor {
  /** Executes a query or mutation. */
  execute(operation: Operation): Promise<ExecutionResult>
  /**
   * Starts a subscription, which ends with the iteration. Skips an event that is out of date, because a newer one
   * follows. Resolves to a single result with `errors` if the subscription is refused.
   */
  subscribe(operation: Operation): Promise<AsyncGenerator<ExecutionResult, undefined> | ExecutionResult>
}

/** `loadDeferredResolvers` attaches the resolvers of mutations and subscriptions to the schema, once. */
export function createExecutor(
  schema: GraphQLSchema,
  loadDeferredResolvers: () => Promise<{ subscribe: typeof subscribe }>,
  report: (error: unknown) => void,
): Executor {
  const argsOf = ({ document, variables, operationName, context }: Operation) => ({
    schema,
    document,
    variableValues: variables,
    operationName,
    contextValue: context,
  })
  const format = async ({ errors, ...result }: ExecutionResult): Promise<ExecutionResult> => {
    if (!errors) return result
    // Loaded on demand, because most operations have no errors.
    const { formatErrors } = await loadCode(() => import('./formatErrors.ts'))
    return { ...result, errors: formatErrors(errors, report) }
  }

  return {
    async execute(operation) {
      const definition = getOperationAST(operation.document, operation.operationName)
      if (definition?.operation === OperationTypeNode.MUTATION) await loadDeferredResolvers()
      return format(await execute(argsOf(operation)))
    },
    async subscribe(operation) {
      const { subscribe: start } = await loadDeferredResolvers()
      const events = await start(argsOf(operation))
      if (!(Symbol.asyncIterator in events)) return format(events)
      // Not an async generator: its `return` would wait for the next event.
      const next = async (): Promise<IteratorResult<ExecutionResult, undefined>> => {
        for (;;) {
          const { done, value } = await events.next()
          if (done) return { done, value: undefined }
          if (!operation.context.isOutdated()) return { done: false, value: await format(value) }
        }
      }
      const end = async (): Promise<IteratorResult<ExecutionResult, undefined>> => {
        await events.return(undefined)
        return { done: true, value: undefined }
      }
      // For graphql-sse, which ends an iterator only if it is a whole generator.
      const fail = async (reason: unknown): Promise<never> => {
        await end()
        throw reason
      }
      const results: AsyncGenerator<ExecutionResult, undefined> = {
        next,
        return: end,
        throw: fail,
        [Symbol.asyncIterator]: () => results,
      }
      return results
    },
  }
}
