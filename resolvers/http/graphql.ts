import { getOperationAST, GraphQLError, OperationTypeNode, type DocumentNode } from 'graphql'
import { createHandler, type RequestParams } from 'graphql-http'
import type { Backend } from '../backend.ts'
import { admitted } from './admission.ts'
import { authOf, type Sender } from './sender.ts'
import type { OperationParams } from '../graphql/execute.ts'
import { CHARACTERS_PER_POINT, COUNTED_EVENTS } from '../graphql/cost.ts'
import { formatError } from '../graphql/formatErrors.ts'
import { inNextTurn } from '../lib/turns.ts'
import { parseWithinLimits, priceOperation } from '../graphql/limits.ts'
import { graphqlError, readParams, type TrustedDocuments } from './graphqlParams.ts'
import { streamResults } from './graphqlStream.ts'
import { StatementLimit, withinLength } from './responseLimits.ts'
import { json } from './responses.ts'

export interface GraphqlOptions {
  /** The only documents that are executed. Absent: all documents within the limits. */
  trustedDocuments?: TrustedDocuments | undefined
  /** Ends all subscriptions when it aborts. */
  closed?: AbortSignal | undefined
  /**
   * On a server: the largest number of characters in the response to an operation, or in each result of a subscription.
   * The statements of an operation are limited, too.
   */
  maxResponseLength?: number | undefined
}

/** Whether this is the address of GraphQL. */
export function isGraphqlPath(pathname: string): boolean {
  return /^\/graphql\/?$/.test(pathname)
}

/**
 * Handles GraphQL over HTTP: POST, and GET for queries and subscriptions. Queries and mutations get a JSON response,
 * subscriptions server-sent events. Documents and bodies have limits (`graphql/limits.ts`, `readBody.ts`). Rejects if it
 * fails: `createHttpHandler` responds with the error.
 */
export async function handleGraphql(
  backend: Backend,
  request: Request,
  sender: Sender,
  { trustedDocuments, ...options }: GraphqlOptions,
): Promise<Response> {
  // Before anything is read: a client that subscribes with this id gets every later change.
  const lastEventId = backend.lastEventId()
  const params = await readParams(request, trustedDocuments, sender)
  const response = params instanceof Response ? params : await respond(backend, request, params, { sender, ...options })
  response.headers.set('cache-control', 'no-store')
  if (lastEventId !== null) response.headers.set('last-event-id', lastEventId)
  return response
}

interface RespondOptions extends Omit<GraphqlOptions, 'trustedDocuments'> {
  sender: Sender
}

async function respond(
  backend: Backend,
  request: Request,
  params: RequestParams,
  { sender, closed, maxResponseLength }: RespondOptions,
): Promise<Response> {
  const operation = {
    variables: params.variables ?? undefined,
    operationName: params.operationName ?? undefined,
  }
  const { document, errors } = await parseAndValidate(backend, params.query, operation)
  const price = () =>
    Math.ceil(params.query.length / CHARACTERS_PER_POINT) +
    (document && errors.length === 0 ? priceOperation(backend.schema, document, operation) : 0)
  const acceptsEvents = acceptsEventStream(request)
  const definition = document && getOperationAST(document, operation.operationName)
  if (definition?.name) sender.onOperation?.(definition.name.value)
  if (document && definition?.operation === OperationTypeNode.SUBSCRIPTION) {
    if (!acceptsEvents)
      return graphqlError(406, 'Subscriptions are sent as server-sent events: accept text/event-stream.')
    const context = backend.context(authOf(request, sender), { lastEventId: request.headers.get('last-event-id') })
    const { admission } = sender
    return streamResults(backend, {
      operation: { ...operation, document, context },
      errors,
      request,
      closed,
      maxResponseLength,
      // The price of a subscription is that of many events.
      pace: admission && ((signal) => admission.pace(price() / COUNTED_EVENTS, signal)),
    })
  }
  if (acceptsEvents && !acceptsJson(request)) {
    if (!document) return json(400, { errors })
    return graphqlError(406, 'Queries and mutations return JSON: accept application/graphql-response+json.')
  }
  await backend.describe()
  const statements = maxResponseLength === undefined ? undefined : new StatementLimit()
  const context = backend.context(authOf(request, sender), { wrapReads: statements?.wrapReads })
  const handle = createHandler({
    parseRequestParams: () => params,
    onSubscribe: () =>
      document && errors.length === 0
        ? { schema: backend.schema, document, operationName: operation.operationName }
        : errors,
    async execute(args) {
      const result = await backend.execute({ ...operation, document: args.document, context })
      if (!statements || maxResponseLength === undefined) return result
      // To count the characters of a long result, and to make its text, takes a turn of the event loop each.
      const turn = () => (context.isSpread() ? new Promise<void>((begin) => inNextTurn(begin)) : undefined)
      await turn()
      const fitting = withinLength(statements.check(result), maxResponseLength)
      await turn()
      return fitting
    },
  })
  const { method, url, headers } = request
  const points = sender.admission ? price() : 0
  const charged = { expected: points, least: points, charactersPerPoint: CHARACTERS_PER_POINT }
  const { text, init } = await admitted(sender.admission, context, charged, async () => {
    const [body, responseInit] = await handle({ method, url, headers, body: null, raw: request, context: undefined })
    return { text: body ?? '', init: responseInit }
  })
  return new Response(text, init)
}

interface ParsedDocument {
  /** Absent if it could not be parsed. */
  document?: DocumentNode
  /** Empty if the operation may be executed. */
  errors: readonly GraphQLError[]
}

async function parseAndValidate(backend: Backend, query: string, params: OperationParams): Promise<ParsedDocument> {
  try {
    const document = parseWithinLimits(query)
    return { document, errors: await backend.validate(document, params) }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [formatError(error)] }
    throw error
  }
}

/** Returns whether the client accepts server-sent events by name: others send a wildcard. */
export function acceptsEventStream(request: Request): boolean {
  return acceptedTypes(request).includes('text/event-stream')
}

function acceptsJson(request: Request): boolean {
  const jsonTypes = /^(\*\/\*|application\/(\*|json|graphql-response\+json))$/
  return acceptedTypes(request).some((type) => jsonTypes.test(type))
}

function acceptedTypes({ headers }: Request): string[] {
  return (headers.get('accept') ?? '*/*').split(',').map((range) => range.replace(/;.*/, '').trim().toLowerCase())
}
