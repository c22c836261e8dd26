import { fieldsOf, isObject } from '../../shared/json.ts'
import { serverRefusals } from '../../shared/serverRefusals.ts'
import type { ErrorCode } from '../generated/types.ts'

/** The code of a refusal by something between this page and the server, such as a proxy. The backend has no such code. */
export const REFUSED_ON_THE_WAY = 'REFUSED_ON_THE_WAY'

/** Why a call was refused (spec §8). */
export interface Refusal {
  code: ErrorCode | typeof REFUSED_ON_THE_WAY
  status: number
}

/**
 * Returns the refusal in an error of Apollo Client, or undefined for other errors. Reads the error's fields, because the
 * first page uses this before Apollo Client has loaded.
 */
export function refusalIn(error: unknown): Refusal | undefined {
  const { extensions } = fieldsOf(errorsIn(error)[0])
  return isRefusal(extensions) ? extensions : undefined
}

/** Every refusal by the backend has both fields. A GraphQL validation error has none of them. */
function isRefusal(extensions: unknown): extensions is Refusal {
  return isObject(extensions) && 'code' in extensions && 'status' in extensions
}

/** Returns the GraphQL errors in an error of Apollo Client. */
function errorsIn(error: unknown): readonly unknown[] {
  const { errors } = fieldsOf(error)
  return Array.isArray(errors) ? errors : []
}

/** Returns the messages to show for a failed call: those of its GraphQL errors, else the error's own. */
export function messagesOf(error: unknown): readonly string[] {
  const messages = errorsIn(error).map(messageOf)
  return messages.length > 0 ? messages : [messageOf(error)]
}

function messageOf(error: unknown): string {
  const { message = error } = fieldsOf(error)
  return String(message)
}

/**
 * Returns the message of a refusal by the limits of the server, or by something in front of it. Returns undefined for
 * other errors: the specification says what the app shows of them.
 */
export function serverRefusalIn(error: unknown): string | undefined {
  const refusal = refusalIn(error)
  const isShown = refusal && (refusal.code in serverRefusals || refusal.code === REFUSED_ON_THE_WAY)
  return isShown ? messagesOf(error).join(' ') : undefined
}

/** Says that something did not load, and why if the server, or something in front of it, refused it. */
export function notLoaded(what: string, error: unknown): string {
  return [`${what} did not load.`, serverRefusalIn(error)].filter(Boolean).join(' ')
}
