import { execute, getOperationAST, specifiedRules, validate } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/fetch'
import type { Backend } from '../backend.ts'
import { limitRules, parseWithinLimits } from './limits.ts'

const rules = [...specifiedRules, ...limitRules]

/**
 * Answers GraphQL over HTTP after the delay: POST, and GET for queries; subscriptions are not served here. Documents are
 * held to the limits. Rejects only where the request is aborted before it is begun.
 */
export async function answerGraphql(backend: Backend, request: Request): Promise<Response> {
  const { schema, formatError } = backend
  const contextValue = await backend.context({
    authorization: request.headers.get('authorization'),
    signal: request.signal,
  })
  const handle = createHandler({
    schema,
    parse: parseWithinLimits,
    validate,
    validationRules: () => rules,
    getOperationAST,
    execute: (args) => execute({ ...args, contextValue }),
    formatError,
  })
  const response = await handle(request)
  response.headers.set('cache-control', 'no-store')
  return response
}
