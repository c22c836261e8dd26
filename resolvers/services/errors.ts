import type { ErrorCode } from '../generated/types.ts'

/** The status and message of every error: spec §8 and docs/spec-decisions.md, "Payloads". */
export const catalogue: Record<ErrorCode, { status: number; message: string }> = {
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
  TOO_LARGE: { status: 413, message: 'The body of the request is too large.' },
  PATH_NOT_FOUND: { status: 404, message: 'There is nothing at this path. Not Found error.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not take this method.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
}

/**
 * Thrown by a service when a rule refuses the request. Any other error is unexpected: the client gets `INTERNAL`
 * instead.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** The HTTP status of §8. */
  readonly status: number
  /** The `errors` list of the response; never empty. */
  readonly messages: readonly string[]

  /** `messages` replace the message of the catalogue, for example to name the field of bad input. */
  constructor(code: ErrorCode, messages?: readonly string[]) {
    const { status, message } = catalogue[code]
    super(messages?.[0] ?? message)
    this.code = code
    this.status = status
    this.messages = messages ?? [message]
  }
}

/** Creates a 400 for an invalid value. The message names the field. */
export function badInput(field: string, problem: string): ApiError {
  return new ApiError('BAD_INPUT', [`${field} ${problem}.`])
}

/** Returns the error that the client sees: an `ApiError` unchanged, `INTERNAL` without details for anything else. */
export function apiErrorOf(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL')
}

/** Returns null for an `ApiError` and throws anything else: for a promise whose refusal means "none". */
export function nullIfRefused(thrown: unknown): null {
  if (thrown instanceof ApiError) return null
  throw thrown
}
