import { execute, getOperationAST, specifiedRules, validate } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/fetch'
import { ApiError } from '../api/errors.ts'
import type { Backend } from '../backend.ts'
import { graphqlRefusal } from '../errorFormat.ts'
import { json } from './answers.ts'
import { limitRules, parseWithinLimits } from './limits.ts'
import { sentIn } from './sent.ts'

const rules = [...specifiedRules, ...limitRules]

/**
 * Answers GraphQL over HTTP after the delay: POST, and GET for queries; subscriptions are not served here. Documents are
 * held to the limits, and so are bodies. Rejects only where the request is aborted before it is begun.
 */
export async function answerGraphql(backend: Backend, request: Request): Promise<Response> {
  const contextValue = await backend.context({
    authorization: request.headers.get('authorization'),
    signal: request.signal,
  })
  await backend.describe()
  const handle = createHandler({
    schema: backend.schema,
    parse: parseWithinLimits,
    validate,
    validationRules: () => rules,
    getOperationAST,
    execute: (args) => execute({ ...args, contextValue }),
    formatError: backend.formatError,
  })
  try {
    const response = await handle(await withinLimit(request))
    response.headers.set('cache-control', 'no-store')
    return response
  } catch (thrown) {
    if (thrown instanceof ApiError) return json(thrown.status, { errors: [graphqlRefusal(thrown)] })
    throw thrown
  }
}

/** The request with its body read, which only that of a POST is. Throws `TOO_LARGE`. */
async function withinLimit(request: Request): Promise<Request> {
  if (request.method !== 'POST') return request
  return new Request(request.url, { method: 'POST', headers: request.headers, body: await sentIn(request, 'json') })
}
