import { getOperationAST, Kind, parse } from 'graphql'
import { v4 } from 'uuid'
import { jsonWithoutPasswords, withoutPasswords } from '../../shared/passwords.ts'
import { isNestedAtMost, type Json } from '../../shared/json.ts'
import { apiErrorOf } from '../services/errorCatalogue.ts'

/** One operation or REST call in the request log. Contains no token, and passwords are emptied. */
export interface LogEntry {
  id: string
  /** The time when it was sent, in milliseconds since 1970. */
  timestamp: number
  /** The duration in milliseconds. */
  ms: number
  /** Whether it was executed in a tab or sent over HTTP. */
  via: 'tab' | 'http'
  /** `LikePost` or `POST /posts/like/{postId}`; `{ feed }` for an operation without a name. */
  name: string
  method: string
  /** `/graphql` for a GraphQL operation. */
  path: string
  /** The variables of a GraphQL operation, the body of a REST call. */
  variables: Json
  /** The document of a GraphQL operation. */
  query?: string
  outcome: Outcome
}

/**
 * How a request ended. `responded`: with this HTTP status (in GraphQL that of the first error) and the messages of its
 * errors. `noResponse`: the connection was lost. `aborted`: the caller cancelled it.
 */
export type Outcome = { kind: 'responded'; status: number; messages: string[] } | { kind: 'noResponse' | 'aborted' }

/** An operation or REST call before redaction. Contains secrets: keep it only until `logEntry` has redacted it. */
export interface RequestSummary {
  via: LogEntry['via']
  /** Empty for an operation without a name. */
  name: string
  method: string
  path: string
  variables?: unknown
  query?: () => string
}

/** The HTTP status of a response, if it has one, and its errors. In GraphQL each error has a status of its own. */
export interface ResponseSummary {
  status?: number
  errors?: readonly { message: string; status?: number | undefined }[]
}

export type RequestResult = ResponseSummary | { thrown: unknown } | 'aborted'

/** Longer variables and documents are not logged. */
const MAX_LOGGED_CHARS = 20_000

/** Variables nested deeper are not logged: redaction is recursive and could overflow the stack. */
const MAX_LOGGED_LEVELS = 200

/** Redacts a request that has ended. */
export function logEntry(
  summary: RequestSummary,
  measured: Pick<LogEntry, 'timestamp' | 'ms'>,
  result: RequestResult,
): LogEntry {
  const { via, method, path } = summary
  const query = summary.query?.()
  return {
    id: v4(),
    ...measured,
    outcome: outcomeOf(result),
    via,
    method,
    path,
    name: summary.name || rootFieldsOf(path, query),
    variables: variablesOf(summary, query),
    ...(query !== undefined && { query: documentOf(query) }),
  }
}

function variablesOf({ variables }: RequestSummary, query?: string): Json {
  if (!isNestedAtMost(variables, MAX_LOGGED_LEVELS)) return 'Nested too deeply for the log'
  const json = jsonWithoutPasswords(variables, query)
  return json.length > MAX_LOGGED_CHARS ? tooLong(json) : JSON.parse(json)
}

function documentOf(query: string): string {
  return query.length > MAX_LOGGED_CHARS ? `# ${tooLong(query)}` : withoutPasswords(query)
}

function tooLong(text: string): string {
  return `${text.length} characters, too long for the log`
}

/** Returns the root fields of a document without operation name, such as `{ feed }`; the path if it is invalid. */
function rootFieldsOf(path: string, query = ''): string {
  try {
    const selections = getOperationAST(parse(query))?.selectionSet.selections ?? []
    const fields = selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
    return `{ ${fields.join(', ')} }`
  } catch {
    return path
  }
}

function outcomeOf(result: RequestResult): Outcome {
  if (typeof result === 'string') return { kind: result }
  if ('thrown' in result) return outcomeOfThrown(result.thrown)
  const { errors = [], status = errors.length > 0 ? 400 : 200 } = result
  return { kind: 'responded', status: errors[0]?.status ?? status, messages: errors.map(({ message }) => message) }
}

function outcomeOfThrown(thrown: unknown): Outcome {
  if (thrown instanceof Error && ['ConnectionLostError', 'CodeNotLoadedError'].includes(thrown.name))
    return { kind: 'noResponse' }
  const { status, message } = apiErrorOf(thrown)
  return { kind: 'responded', status, messages: [message] }
}
