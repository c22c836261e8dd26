import { getOperationAST, Kind, parse } from 'graphql'
import { v4 } from 'uuid'
import { jsonWithoutPasswords, withoutPasswords } from '../../shared/passwords.ts'
import type { Clock } from '../lib/dates.ts'
import { apiErrorOf } from '../services/errors.ts'
import type { Json } from '../store/rows.ts'

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
 * errors. `noResponse`: the connection was lost. `aborted`: the caller cancelled it. `subscribed`: a subscription has
 * started.
 */
export type Outcome =
  { kind: 'responded'; status: number; messages: string[] } | { kind: 'noResponse' | 'aborted' | 'subscribed' }

/** An operation or REST call before redaction. Contains secrets: keep it no longer than the request takes. */
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

type RequestResult = ResponseSummary | { thrown: unknown } | 'aborted' | 'subscribed'

/** Longer variables and documents are not logged. */
const MAX_LOGGED_CHARS = 20_000

/**
 * Starts the timer of a log entry, at `sentAt` by `performance.now()`. Returns a function that ends it, redacts the entry
 * and publishes it to the labs of all tabs. The entry is kept only there.
 */
export function startLogEntry(
  events: EventTarget,
  clock: Clock,
  summary: RequestSummary,
  sentAt?: number,
): (result: RequestResult | Promise<RequestResult>) => void {
  const start = sentAt ?? performance.now()
  const timestamp = clock() - (sentAt === undefined ? 0 : Math.round(performance.now() - sentAt))
  return (pendingResult) => {
    const ms = performance.now() - start
    const publish = (result: RequestResult) => {
      const detail = logEntry(summary, { timestamp, ms, outcome: outcomeOf(result) })
      events.dispatchEvent(new CustomEvent('labRequest', { detail }))
    }
    // A response that cannot be read is not logged.
    Promise.resolve(pendingResult).then(publish, () => {})
  }
}

function logEntry(summary: RequestSummary, measured: Pick<LogEntry, 'timestamp' | 'ms' | 'outcome'>): LogEntry {
  const { via, method, path } = summary
  const query = summary.query?.()
  const variables = jsonWithoutPasswords(summary.variables, query)
  return {
    id: v4(),
    ...measured,
    via,
    method,
    path,
    name: summary.name || rootFieldsOf(path, query),
    variables: variables.length > MAX_LOGGED_CHARS ? tooLong(variables) : JSON.parse(variables),
    ...(query !== undefined && { query: documentOf(query) }),
  }
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
  if (thrown instanceof Error && thrown.name === 'ConnectionLostError') return { kind: 'noResponse' }
  const { status, message } = apiErrorOf(thrown)
  return { kind: 'responded', status, messages: [message] }
}
