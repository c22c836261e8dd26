import { getOperationAST, Kind, parse } from 'graphql'
import { jsonWithoutPasswords, withoutPasswords } from '../../shared/passwords.ts'
import { refusalOf } from '../services/errors.ts'
import type { Json } from '../store/rows.ts'
import type { End, Noted, Sent } from './log.ts'

/** One operation or call in the request log. */
export interface LoggedRequest {
  id: string
  /** Milliseconds since 1970 at which it was sent. */
  at: number
  /** How long it took, in milliseconds. */
  ms: number
  /** Where it was executed: in a tab, or behind HTTP. */
  via: 'tab' | 'http'
  /** `LikePost`, or `POST /posts/like/{postId}`; `{ feed }` for an operation without a name, which cannot be singled out. */
  name: string
  method: string
  /** As over HTTP; `/graphql` for a GraphQL operation. */
  path: string
  /** The variables of a GraphQL operation, the body of a call; passwords are empty. */
  variables: Json
  /** The document of a GraphQL operation, passwords in it empty. */
  query?: string
  outcome: Outcome
}

/**
 * `answered`: with this HTTP status (in GraphQL that of the first error), and the messages of its errors. `noAnswer`: the
 * connection was lost. `abandoned`: nobody waited any more. `listening`: a subscription has begun.
 */
export type Outcome =
  { kind: 'answered'; status: number; messages: string[] } | { kind: 'noAnswer' | 'abandoned' | 'listening' }

/** More than so many characters of variables or document are left out. */
const longest = 20_000

/** Tells what a log has noted to all tabs. */
export function tellerTo(events: EventTarget): (noted: Noted) => void {
  return ({ id, at, ms, sent, end }) => {
    const { via, method, path } = sent
    const query = sent.query?.()
    const variables = jsonWithoutPasswords(sent.variables, query)
    const request: LoggedRequest = {
      id,
      at,
      ms,
      via,
      method,
      path,
      name: sent.name || fieldsOf(sent),
      variables: variables.length > longest ? tooLong(variables) : JSON.parse(variables),
      ...(query !== undefined && { query: documentOf(query) }),
      outcome: outcomeOf(end),
    }
    events.dispatchEvent(new CustomEvent('labRequest', { detail: request }))
  }
}

function documentOf(query: string): string {
  return query.length > longest ? `# ${tooLong(query)}` : withoutPasswords(query)
}

function tooLong(text: string): string {
  return `${text.length} characters, too long for the log`
}

function fieldsOf({ query, path }: Sent): string {
  try {
    const selections = getOperationAST(parse(query?.() ?? ''))?.selectionSet.selections ?? []
    const fields = selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
    return `{ ${fields.join(', ')} }`
  } catch {
    return path
  }
}

function outcomeOf(end: End): Outcome {
  if (typeof end === 'string') return { kind: end }
  if ('thrown' in end) return outcomeOfThrown(end.thrown)
  const errors = (end.errors ?? []).map(Object)
  const status = Number(errors[0]?.extensions?.status ?? end.status ?? (errors.length > 0 ? 400 : 200))
  return { kind: 'answered', status, messages: errors.map((error) => String(error.message ?? error)) }
}

function outcomeOfThrown(thrown: unknown): Outcome {
  const { name } = Object(thrown)
  if (name === 'NoAnswerError') return { kind: 'noAnswer' }
  if (name === 'AbortError') return { kind: 'abandoned' }
  const { status, messages } = refusalOf(thrown)
  return { kind: 'answered', status, messages: [...messages] }
}
