import { messageWithWait, serverRefusals } from '../../shared/serverRefusals.ts'
import { UnavailableError, WriteConflictError } from '../store/errors.ts'

/**
 * Every error: its status and message (spec §8 and docs/spec-decisions.md, "Payloads"). To change one, change its
 * row here and in `descriptions`: `npm run codegen` writes `ErrorCode` of schema.graphql and the table of docs/http.md
 * from both.
 */
export const catalogue = {
  USERNAME_TAKEN: { status: 422, message: 'Unprocessable Entity. Username Already Exists.' },
  NOT_REGISTERED: { status: 404, message: 'The username you entered is not Registered. Not Found error' },
  CREDENTIALS_INVALID: { status: 401, message: 'The credentials you entered are invalid. Unauthorized access error.' },
  TOKEN_INVALID: { status: 401, message: 'The token is invalid. Unauthorized access error.' },
  NOT_POST_EDITOR: { status: 400, message: "Cannot edit a Post doesn't belong to the logged in User." },
  NOT_POST_OWNER: { status: 400, message: "Cannot delete a Post doesn't belong to the logged in User." },
  ALREADY_LIKED: { status: 400, message: 'Cannot like a post that is already liked.' },
  NO_LIKES_LEFT: { status: 400, message: 'Cannot decrement like less than 0.' },
  ALREADY_DISLIKED: { status: 400, message: 'Cannot dislike a post that is already disliked.' },
  USERNAME_FIXED: { status: 404, message: 'Username cannot be changed' },
  ALREADY_BOOKMARKED: { status: 400, message: 'This Post is already bookmarked' },
  NOT_BOOKMARKED: { status: 400, message: 'Post not bookmarked yet' },
  CANNOT_FOLLOW_SELF: { status: 404, message: 'You cannot follow yourself' },
  ALREADY_FOLLOWING: { status: 400, message: 'User Already following' },
  NOT_FOLLOWING: { status: 400, message: 'User already not following' },
  POST_NOT_FOUND: { status: 404, message: 'Post not found. Not Found error.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found. Not Found error.' },
  BAD_INPUT: { status: 400, message: 'The request is not valid.' },
  CROSS_ORIGIN: { status: 403, message: 'Another origin may not send this request.' },
  TOO_LARGE: serverRefusals.TOO_LARGE,
  ENCODING_UNSUPPORTED: { status: 415, message: 'The body must be sent as it is, without a Content-Encoding.' },
  RESPONSE_TOO_LARGE: { status: 400, message: 'The response would be too large. Request fewer rows.' },
  PATH_NOT_FOUND: { status: 404, message: 'There is nothing at this path. Not Found error.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not take this method.' },
  SIGN_UP_CLOSED: { status: 403, message: 'This server takes no new accounts.' },
  QUOTA_EXCEEDED: serverRefusals.QUOTA_EXCEEDED,
  TOO_MANY_REQUESTS: serverRefusals.TOO_MANY_REQUESTS,
  UNAVAILABLE: serverRefusals.UNAVAILABLE,
  EVENTS_MISSED: { status: 503, message: 'Some events were missed. Fetch what you show again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies { readonly [code: string]: { status: number; message: string } }

export type ErrorCode = keyof typeof catalogue

/**
 * When each error occurs. Apart from the catalogue, so that no bundle contains it.
 * @public `npm run codegen` reads it.
 */
export const descriptions: Readonly<Record<ErrorCode, string>> = {
  USERNAME_TAKEN: 'sign-up with a username that exists',
  NOT_REGISTERED: 'log-in with an unknown username, or a token whose user was deleted',
  CREDENTIALS_INVALID: 'log-in with a wrong password',
  TOKEN_INVALID: 'no token, or one that is malformed, expired, revoked by signOutEverywhere, or not signed here',
  NOT_POST_EDITOR: "editing another user's post",
  NOT_POST_OWNER: "deleting another user's post",
  ALREADY_LIKED: 'liking twice',
  NO_LIKES_LEFT: 'disliking a post whose count is 0',
  ALREADY_DISLIKED: 'disliking twice',
  USERNAME_FIXED: 'a profile edit that names another username',
  ALREADY_BOOKMARKED: 'bookmarking twice',
  NOT_BOOKMARKED: 'removing a bookmark that does not exist',
  CANNOT_FOLLOW_SELF: 'following oneself',
  ALREADY_FOLLOWING: 'following twice',
  NOT_FOLLOWING: 'unfollowing a user whom the viewer does not follow',
  POST_NOT_FOUND: 'no post with this id',
  USER_NOT_FOUND: 'no user with this id',
  BAD_INPUT: 'an invalid value; the message names the field',
  CROSS_ORIGIN: 'a browser sends a request other than GET and HEAD for a page of another origin, or for a form',
  TOO_LARGE: 'the body of an HTTP request is larger than 1 MB, or a picture or video than its limit',
  ENCODING_UNSUPPORTED: 'the body of an HTTP request is compressed',
  RESPONSE_TOO_LARGE: 'an operation of GraphQL whose result is longer than a server allows. A change was made',
  PATH_NOT_FOUND: 'there is nothing at this path',
  METHOD_NOT_ALLOWED: 'the path does not take this method',
  SIGN_UP_CLOSED: 'sign-up on a server whose host has closed it',
  QUOTA_EXCEEDED: 'a picture or video with which those of the user would take more than a server allows',
  TOO_MANY_REQUESTS: 'more requests, changes, log-ins, sign-ups, uploads or open streams than a server allows',
  UNAVAILABLE: 'a server that is busy or stops, or whose database does not answer',
  EVENTS_MISSED:
    'a subscription that lacks events: a slow client, replaced data, or an unknown or unreadable change. It continues',
  INTERNAL: 'anything unexpected. The change may have been made, or not',
}

/**
 * Thrown by a service when a rule refuses the request. Any other error is unexpected: the client gets `INTERNAL`
 * instead.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number

  /** `message` replaces that of the catalogue, for example to name the field of bad input. */
  constructor(code: ErrorCode, message: string = catalogue[code].message) {
    super(message)
    this.code = code
    this.status = catalogue[code].status
  }
}

/** A refusal for now: the same request may succeed later. HTTP responses have `Retry-After`. */
export class RetryLaterError extends ApiError {
  /** In seconds. */
  readonly retryAfter: number

  constructor(code: 'TOO_MANY_REQUESTS' | 'UNAVAILABLE', retryAfter: number) {
    super(code, messageWithWait(catalogue[code].message, retryAfter))
    this.retryAfter = retryAfter
  }
}

/** A 400 for an invalid value. The message names the field. */
export class BadInputError extends ApiError {
  readonly field: string
  readonly problem: string

  constructor(field: string, problem: string) {
    super('BAD_INPUT', `${field} ${problem}.`)
    this.field = field
    this.problem = problem
  }
}

export function badInput(field: string, problem: string): BadInputError {
  return new BadInputError(field, problem)
}

/** Returns the error as a client sees it: `names` holds what the client calls fields that the services name differently. */
export function withFieldName(thrown: unknown, names: Readonly<Record<string, string>>): unknown {
  const name = thrown instanceof BadInputError && new Map(Object.entries(names)).get(thrown.field)
  return name ? badInput(name, thrown.problem) : thrown
}

/** Returns the row. Throws `missing` if there is none. */
export function existing<Row>(row: Row | undefined, missing: 'POST_NOT_FOUND' | 'USER_NOT_FOUND'): Row {
  if (row === undefined) throw new ApiError(missing)
  return row
}

/** How many seconds a client waits before it asks again for what the store could not do. */
const STORE_RETRY_SECONDS = 2

/**
 * Returns the error that the client sees: an `ApiError` unchanged, `UNAVAILABLE` if the store could not do its work for
 * now, `INTERNAL` without details for anything else.
 */
export function apiErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const isTemporary = thrown instanceof UnavailableError || thrown instanceof WriteConflictError
  return isTemporary ? new RetryLaterError('UNAVAILABLE', STORE_RETRY_SECONDS) : new ApiError('INTERNAL')
}

/** Returns what is thrown in place of an error after a change was made: `UNAVAILABLE` says that nothing was changed. */
export function afterChange(thrown: unknown): unknown {
  if (apiErrorOf(thrown).code !== 'UNAVAILABLE') return thrown
  return new Error('The response to a change could not be read.', { cause: thrown })
}

/** Returns null for an `ApiError` and throws anything else: for a promise whose refusal means "none". */
export function nullIfRefused(thrown: unknown): null {
  if (thrown instanceof ApiError) return null
  throw thrown
}
