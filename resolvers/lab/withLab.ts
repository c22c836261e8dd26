import { getOperationAST } from 'graphql'
import { errorResponse, json } from '../http/responses.ts'
import { readBody } from '../http/readBody.ts'
import type { HttpHandler } from '../http/handler.ts'
import { parseWithinLimits } from '../graphql/limits.ts'
import { toGraphQLError } from '../graphql/toGraphQLError.ts'
import { routeName } from '../http/rest.ts'
import { InjectedFaultError, NoAnswerError } from './networkConditions.ts'
import type { Answer, RequestSummary } from './requestLog.ts'
import type { Simulation } from './simulation.ts'

interface LabOptions {
  simulation: Simulation
  /** Called with every injected 500, as a handler reports its own faults. */
  report: (fault: unknown) => void
}

/**
 * Puts the lab in front of an HTTP handler: latency, faults and the request log. A lost connection, and an answer that
 * nobody waits for any more, are network errors (`Response.error()`). Files that are shown pass through.
 */
export function withLab(handler: HttpHandler, { simulation, report }: LabOptions): HttpHandler {
  return async (request) => {
    if (isFileView(request)) return handler(request)
    const simulated = { summarize: () => summaryOf(request), signal: request.signal }
    try {
      return await simulation.run(simulated, () => handler(request), answerOf)
    } catch (thrown) {
      if (thrown instanceof NoAnswerError || request.signal.aborted) return Response.error()
      if (thrown instanceof InjectedFaultError) return faultResponse(request, thrown, report)
      throw thrown
    }
  }
}

function isFileView({ method, url }: Request): boolean {
  return method !== 'POST' && /^\/media(\/|$)/.test(new URL(url).pathname)
}

function isGraphql({ url }: Request): boolean {
  return /^\/graphql\/?$/.test(new URL(url).pathname)
}

function faultResponse(request: Request, fault: unknown, report: LabOptions['report']): Response {
  if (!isGraphql(request)) return errorResponse(fault, report)
  const error = toGraphQLError(fault, report)
  return json(500, { errors: [error] })
}

async function summaryOf(request: Request): Promise<RequestSummary> {
  const { pathname: path, searchParams } = new URL(request.url)
  const { method } = request
  const summary = { via: 'http', name: `${method} ${path}`, method, path } as const
  if (/^\/media(\/|$)/.test(path)) return { ...summary, name: `${method} ${path.replace(/\/$/, '')}` }
  const body = await jsonIn(request)
  if (!isGraphql(request)) return { ...summary, name: routeName(method, path) ?? summary.name, variables: body }
  const { query, operationName, variables } = fieldsOf(method === 'GET' ? Object.fromEntries(searchParams) : body)
  if (typeof query !== 'string') return summary
  return {
    ...summary,
    name: operationNameIn(query, operationName) ?? summary.name,
    query: () => query,
    variables: typeof variables === 'string' ? parsed(variables) : variables,
  }
}

/** The body, read from a copy; undefined where it is none. */
async function jsonIn(request: Request): Promise<unknown> {
  try {
    const body = await readBody(request.clone(), 'json')
    return parsed(await body.text())
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name of the operation that is to be executed, '' where it has none; undefined for a document that is invalid. */
function operationNameIn(query: string, operationName: unknown): string | undefined {
  try {
    const name = typeof operationName === 'string' ? operationName : undefined
    return getOperationAST(parseWithinLimits(query), name)?.name?.value ?? ''
  } catch {
    return undefined
  }
}

/** The status of an answer and its errors: GraphQL's, a REST refusal's list of texts, or the one `error` of a 500. */
async function answerOf(response: Response): Promise<Answer> {
  const { errors, error } = fieldsOf(await response.clone().json())
  const list: unknown[] = Array.isArray(errors) ? errors : error === undefined ? [] : [error]
  // GraphQL answers 200 to clients that accept plain JSON, also with errors.
  return { status: list.length > 0 && response.ok ? 400 : response.status, errors: list.map(errorOf) }
}

function errorOf(error: unknown): { message: string; status?: number } {
  if (typeof error === 'string') return { message: error }
  const { message, extensions } = fieldsOf(error)
  const { status } = fieldsOf(extensions)
  return { message: String(message), ...(typeof status === 'number' && { status }) }
}

function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
