import { getOperationAST, GraphQLError, specifiedRules, validate } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/fetch'
import { ApiError } from '../services/errors.ts'
import type { Backend } from '../backend.ts'
import { formatError } from '../graphql/formatErrors.ts'
import { json } from './responses.ts'
import { limitRules, parseWithinLimits } from '../graphql/limits.ts'
import { readBody } from './readBody.ts'

const rules = [...specifiedRules, ...limitRules]

/**
 * Handles GraphQL over HTTP: POST, and GET for queries. Subscriptions are not served here. Documents and bodies have
 * limits (`graphql/limits.ts`, `readBody.ts`).
 */
export async function handleGraphql(backend: Backend, request: Request): Promise<Response> {
  try {
    const body = request.method === 'POST' ? await readBody(request, 'json') : undefined
    const context = backend.context({ authorization: request.headers.get('authorization') })
    await backend.describe()
    const handle = createHandler({
      schema: backend.schema,
      parse: parseWithinLimits,
      validate,
      validationRules: () => rules,
      getOperationAST,
      execute: ({ document, variableValues, operationName }) =>
        backend.execute({
          document,
          variables: variableValues ?? undefined,
          operationName: operationName ?? undefined,
          context,
        }),
      formatError: (error) => (error instanceof GraphQLError ? formatError(error) : error),
    })
    const response = await handle(
      body ? new Request(request.url, { method: 'POST', headers: request.headers, body }) : request,
    )
    response.headers.set('cache-control', 'no-store')
    return response
  } catch (thrown) {
    if (thrown instanceof ApiError) return json(thrown.status, { errors: [backend.toGraphQLError(thrown)] })
    throw thrown
  }
}
