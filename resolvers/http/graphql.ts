import { execute, getOperationAST, specifiedRules, validate } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/fetch'
import { ApiError } from '../services/errors.ts'
import type { Backend } from '../backend.ts'
import { formatError } from '../graphql/formatError.ts'
import { graphqlRefusal } from '../graphql/toGraphQLError.ts'
import type { Sent } from '../lab/log.ts'
import { json } from './responses.ts'
import { limitRules, parseWithinLimits } from '../graphql/limits.ts'
import { sentIn } from './readBody.ts'

const rules = [...specifiedRules, ...limitRules]

/**
 * Answers GraphQL over HTTP after the delay: POST, and GET for queries; subscriptions are not served here. Documents are
 * held to the limits, and so are bodies. Rejects only where the request is aborted before it is begun, or is to get no answer.
 */
export async function answerGraphql(backend: Backend, request: Request, sent: Sent): Promise<Response> {
  try {
    const body = request.method === 'POST' ? await sentIn(request, 'json') : undefined
    await note(sent, request, body)
    const contextValue = await backend.context({
      name: sent.name,
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
      formatError,
    })
    const response = await handle(
      body ? new Request(request.url, { method: 'POST', headers: request.headers, body }) : request,
    )
    response.headers.set('cache-control', 'no-store')
    return response
  } catch (thrown) {
    if (thrown instanceof ApiError) return json(thrown.status, { errors: [graphqlRefusal(thrown)] })
    throw thrown
  }
}

/** Notes what was asked for, if it can be read at all. */
async function note(sent: Sent, request: Request, body: Blob | undefined): Promise<void> {
  try {
    const { searchParams } = new URL(request.url)
    const { query, variables, operationName } = body
      ? Object(JSON.parse(await body.text()))
      : Object.fromEntries(searchParams)
    sent.variables = typeof variables === 'string' ? JSON.parse(variables) : variables
    if (typeof query !== 'string') return
    sent.query = () => query
    sent.name = getOperationAST(parseWithinLimits(query), operationName)?.name?.value ?? ''
  } catch {
    // Its answer tells what is wrong with it.
  }
}
