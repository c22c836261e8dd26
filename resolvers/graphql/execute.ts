import {
  execute,
  getOperationAST,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
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
   * Starts a subscription, which ends with the iteration. Skips a result that is out of date, because a newer one
   * follows. An event of which a field cannot be read counts as missed. Resolves to a single result with `errors` if the
   * subscription is refused.
   */
  subscribe(operation: Operation): Promise<ResultStream | ExecutionResult>
  /** Loads the resolvers of mutations. `execute` does so itself; Apollo's `SchemaLink` does not. */
  loadMutations(): Promise<void>
  /** Turns the errors of a result that `execute` did not create into those that clients may see. */
  formatErrors(errors: readonly GraphQLError[]): Promise<readonly GraphQLError[]>
}

/** The results of a subscription. Each is computed when it is requested. */
export interface ResultStream extends AsyncIterableIterator<ExecutionResult, undefined> {
  /** Ends the subscription. A result that is being waited for is then `done`. */
  return(): Promise<IteratorResult<ExecutionResult, undefined>>
}

/**
 * How the variables of an operation are checked. An error quotes the whole variable, so the work grows with the number of
 * errors. Checking stops after `maxErrors`. `redactValues.ts` removes the quoted values. Suggestions are never made.
 */
export const variableChecks = { maxErrors: 3, hideSuggestions: true }

/** Loaded on demand, because most operations have no errors. */
const loadFormat = () => loadCode(() => import('./formatErrors.ts'))

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
    hideSuggestions: variableChecks.hideSuggestions,
    options: { maxCoercionErrors: variableChecks.maxErrors },
  })
  const loadMutations = async () => void (await loadDeferredResolvers())
  const formatErrors = async (errors: readonly GraphQLError[], isChange = false) =>
    (await loadFormat()).formatErrors(errors, report, { isChange })
  const format = async ({ errors, ...result }: ExecutionResult, isChange = false): Promise<ExecutionResult> =>
    errors ? { ...result, errors: await formatErrors(errors, isChange) } : result
  const formatEvent = async (result: ExecutionResult): Promise<ExecutionResult> =>
    result.errors ? (await loadFormat()).formatEvent(result, result.errors, report) : result

  return {
    loadMutations,
    formatErrors,
    async execute(operation) {
      const definition = getOperationAST(operation.document, operation.operationName)
      const isChange = definition?.operation === OperationTypeNode.MUTATION
      if (isChange) await loadMutations()
      return format(await execute(argsOf(operation)), isChange)
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
          if (!operation.context.skipResult()) return { done: false, value: await formatEvent(value) }
        }
      }
      const end = async (): Promise<IteratorResult<ExecutionResult, undefined>> => {
        await events.return(undefined)
        return { done: true, value: undefined }
      }
      const results: ResultStream = { next, return: end, [Symbol.asyncIterator]: () => results }
      return results
    },
  }
}
