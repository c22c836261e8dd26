import { getOperationAST, Kind, parse } from 'graphql'
import { v4 } from 'uuid'
import { jsonWithoutPasswords, withoutPasswords } from '../../shared/passwords.ts'
import type { Clock } from '../lib/dates.ts'
import { apiErrorOf } from '../services/errors.ts'
import type { Json } from '../store/rows.ts'

/** One operation or REST call in the request log. Passwords are empty in it, and it holds no token. */
export interface LogEntry {
  id: string
  /** When it was sent, in milliseconds since 1970. */
  timestamp: number
  /** How long it took, in milliseconds. */
  ms: number
  /** Where it was executed: in a tab, or behind HTTP. */
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
 * `answered`: with this HTTP status (in GraphQL that of the first error) and the messages of its errors. `noAnswer`:
 * the connection was lost. `abandoned`: the caller left before the answer. `listening`: a subscription has started.
 */
export type Outcome =
  { kind: 'answered'; status: number; messages: string[] } | { kind: 'noAnswer' | 'abandoned' | 'listening' }

/** An operation or REST call as it was sent, secrets included: it lives no longer than the request. */
export interface RequestSummary {
  via: LogEntry['via']
  /** Empty for an operation without a name. */
  name: string
  method: string
  path: string
  variables?: unknown
  query?: () => string
}

/** The HTTP status of an answer, where it has one, and its errors; in GraphQL each has a status of its own. */
export interface Answer {
  status?: number
  errors?: readonly { message: string; status?: number | undefined }[]
}

type End = Answer | { thrown: unknown } | 'abandoned' | 'listening'

/** Longer variables and documents are left out. */
const MAX_LOGGED_CHARS = 20_000

/**
 * Starts the clock of an entry. The returned function redacts the entry and publishes it to the labs of all tabs: it is
 * kept only there.
 */
export function startLogEntry(
  events: EventTarget,
  clock: Clock,
  summary: RequestSummary,
): (end: End | Promise<End>) => void {
  const timestamp = clock()
  const start = performance.now()
  return (ended) => {
    const ms = performance.now() - start
    const publish = (end: End) => {
      const detail = logEntry(summary, { timestamp, ms, outcome: outcomeOf(end) })
      events.dispatchEvent(new CustomEvent('labRequest', { detail }))
    }
    // An answer that cannot be read is not logged.
    Promise.resolve(ended).then(publish, () => {})
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
    name: summary.name || fieldsOf(path, query),
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

function fieldsOf(path: string, query = ''): string {
  try {
    const selections = getOperationAST(parse(query))?.selectionSet.selections ?? []
    const fields = selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
    return `{ ${fields.join(', ')} }`
  } catch {
    return path
  }
}

function outcomeOf(end: End): Outcome {
  if (typeof end === 'string') return { kind: end }
  if ('thrown' in end) return outcomeOfThrown(end.thrown)
  const { errors = [], status = errors.length > 0 ? 400 : 200 } = end
  return { kind: 'answered', status: errors[0]?.status ?? status, messages: errors.map(({ message }) => message) }
}

function outcomeOfThrown(thrown: unknown): Outcome {
  if (thrown instanceof Error && thrown.name === 'NoAnswerError') return { kind: 'noAnswer' }
  const { status, messages } = apiErrorOf(thrown)
  return { kind: 'answered', status, messages: [...messages] }
}
