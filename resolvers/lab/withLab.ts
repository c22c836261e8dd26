import { getOperationAST, OperationTypeNode, type OperationDefinitionNode } from 'graphql'
import { acceptsEventStream, isGraphqlPath } from '../http/graphql.ts'
import { readText } from '../http/readBody.ts'
import { errorResponseTo, isMediaPath, type HttpHandler } from '../http/handler.ts'
import { parseWithinLimits } from '../graphql/limits.ts'
import { fieldsOf, parseJson } from '../../shared/json.ts'
import { routeName } from '../http/rest.ts'
import { ConnectionLostError } from '../lib/ConnectionLostError.ts'
import { InjectedFaultError } from './networkConditions.ts'
import type { ResponseSummary, RequestSummary } from './requestLog.ts'
import type { Simulation } from './simulation.ts'

interface LabOptions {
  simulation: Simulation
  /** Called with every injected 500, just as a handler reports unexpected errors. */
  report: (error: unknown) => void
}

/**
 * Decorates an HTTP handler with the lab: latency, faults and the request log. A dropped connection and an aborted
 * request result in a network error (`Response.error()`). Reading a file and subscriptions bypass the lab.
 */
export function withLab(handler: HttpHandler, { simulation, report }: LabOptions): HttpHandler {
  return async (request) => {
    if (isFileRead(request) || (await isSubscription(request))) return handler(request)
    const simulated = { summarize: () => summaryOf(request), signal: request.signal }
    try {
      return await simulation.run(simulated, () => handler(request), summarizeResponse)
    } catch (thrown) {
      if (thrown instanceof ConnectionLostError || request.signal.aborted) return Response.error()
      if (thrown instanceof InjectedFaultError) return errorResponseTo(request, thrown, report)
      throw thrown
    }
  }
}

function isFileRead({ method, url }: Request): boolean {
  return method !== 'POST' && isMediaPath(new URL(url).pathname)
}

function isGraphql({ url }: Request): boolean {
  return isGraphqlPath(new URL(url).pathname)
}

async function summaryOf(request: Request): Promise<RequestSummary> {
  const path = new URL(request.url).pathname
  const { method } = request
  const summary = { via: 'http', name: `${method} ${path}`, method, path } as const
  if (isMediaPath(path)) return { ...summary, name: `${method} ${path.replace(/\/$/, '')}` }
  if (!isGraphql(request)) {
    return { ...summary, name: routeName(method, path) ?? summary.name, variables: await jsonIn(request) }
  }
  const { query, operation, variables } = await graphqlIn(request)
  if (query === undefined) return summary
  return { ...summary, name: operation ? (operation.name?.value ?? '') : summary.name, query: () => query, variables }
}

/** Returns whether the response is a stream of server-sent events. */
async function isSubscription(request: Request): Promise<boolean> {
  if (!isGraphql(request) || !acceptsEventStream(request)) return false
  return (await graphqlIn(request)).operation?.operation === OperationTypeNode.SUBSCRIPTION
}

interface GraphqlRequest {
  query?: string
  /** The operation to execute, or undefined if the document is invalid. */
  operation?: OperationDefinitionNode | undefined
  variables?: unknown
}

async function graphqlIn(request: Request): Promise<GraphqlRequest> {
  const { searchParams } = new URL(request.url)
  const fields = request.method === 'POST' ? await jsonIn(request) : Object.fromEntries(searchParams)
  const { query, operationName, variables } = fieldsOf(fields)
  if (typeof query !== 'string') return {}
  return {
    query,
    operation: operationIn(query, operationName),
    variables: typeof variables === 'string' ? parseJson(variables) : variables,
  }
}

/** Reads the body from a copy of the request. Returns undefined if it is not JSON. */
async function jsonIn(request: Request): Promise<unknown> {
  try {
    return parseJson(await readText(request.clone()))
  } catch {
    return undefined
  }
}

function operationIn(query: string, operationName: unknown): OperationDefinitionNode | undefined {
  try {
    const name = typeof operationName === 'string' ? operationName : undefined
    return getOperationAST(parseWithinLimits(query), name) ?? undefined
  } catch {
    return undefined
  }
}

/** Reads status and errors: GraphQL's errors, the messages of a REST refusal, or the one `error` of a 500. */
async function summarizeResponse(response: Response): Promise<ResponseSummary> {
  if (!response.headers.get('content-type')?.includes('json') || !response.body) return { status: response.status }
  const { errors, error } = fieldsOf(await response.clone().json())
  const list: unknown[] = Array.isArray(errors) ? errors : error === undefined ? [] : [error]
  // GraphQL over HTTP sends 200 to clients that accept plain JSON, even with errors.
  return { status: list.length > 0 && response.ok ? 400 : response.status, errors: list.map(errorOf) }
}

function errorOf(error: unknown): { message: string; status?: number } {
  if (typeof error === 'string') return { message: error }
  const { message, extensions } = fieldsOf(error)
  const { status } = fieldsOf(extensions)
  return { message: String(message), ...(typeof status === 'number' && { status }) }
}
