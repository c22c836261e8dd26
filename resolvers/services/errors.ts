/**
 * Every error: its status and message (spec §8 and docs/spec-decisions.md, "Payloads"), and a description. The only
 * place to change one: `npm run codegen` writes `ErrorCode` of schema.graphql and the table of docs/http.md from here.
 */
export const catalogue = {
  USERNAME_TAKEN: {
    status: 422,
    message: 'Unprocessable Entity. Username Already Exists.',
    description: 'sign-up with a username that exists',
  },
  NOT_REGISTERED: {
    status: 404,
    message: 'The username you entered is not Registered. Not Found error',
    description: 'log-in with an unknown username, or a token whose user was deleted',
  },
  CREDENTIALS_INVALID: {
    status: 401,
    message: 'The credentials you entered are invalid. Unauthorized access error.',
    description: 'log-in with a wrong password',
  },
  TOKEN_INVALID: {
    status: 401,
    message: 'The token is invalid. Unauthorized access error.',
    description: 'no token, or one that is malformed, expired, revoked by signOutEverywhere, or not signed here',
  },
  NOT_POST_EDITOR: {
    status: 400,
    message: "Cannot edit a Post doesn't belong to the logged in User.",
    description: "editing another user's post",
  },
  NOT_POST_OWNER: {
    status: 400,
    message: "Cannot delete a Post doesn't belong to the logged in User.",
    description: "deleting another user's post",
  },
  ALREADY_LIKED: {
    status: 400,
    message: 'Cannot like a post that is already liked.',
    description: 'liking twice',
  },
  NO_LIKES_LEFT: {
    status: 400,
    message: 'Cannot decrement like less than 0.',
    description: 'disliking a post whose count is 0',
  },
  ALREADY_DISLIKED: {
    status: 400,
    message: 'Cannot dislike a post that is already disliked.',
    description: 'disliking twice',
  },
  USERNAME_FIXED: {
    status: 404,
    message: 'Username cannot be changed',
    description: 'a profile edit that names another username',
  },
  ALREADY_BOOKMARKED: {
    status: 400,
    message: 'This Post is already bookmarked',
    description: 'bookmarking twice',
  },
  NOT_BOOKMARKED: {
    status: 400,
    message: 'Post not bookmarked yet',
    description: 'removing a bookmark that does not exist',
  },
  CANNOT_FOLLOW_SELF: {
    status: 404,
    message: 'You cannot follow yourself',
    description: 'following oneself',
  },
  ALREADY_FOLLOWING: {
    status: 400,
    message: 'User Already following',
    description: 'following twice',
  },
  NOT_FOLLOWING: {
    status: 400,
    message: 'User already not following',
    description: 'unfollowing a user whom the viewer does not follow',
  },
  POST_NOT_FOUND: {
    status: 404,
    message: 'Post not found. Not Found error.',
    description: 'no post with this id',
  },
  USER_NOT_FOUND: {
    status: 404,
    message: 'User not found. Not Found error.',
    description: 'no user with this id',
  },
  BAD_INPUT: {
    status: 400,
    message: 'The request is not valid.',
    description: 'an invalid value; the message names the field',
  },
  TOO_LARGE: {
    status: 413,
    message: 'The body of the request is too large.',
    description: 'the body of an HTTP request is larger than 1 MB, or 10 MB for a file',
  },
  PATH_NOT_FOUND: {
    status: 404,
    message: 'There is nothing at this path. Not Found error.',
    description: 'there is nothing at this path',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This path does not take this method.',
    description: 'the path does not take this method',
  },
  EVENTS_MISSED: {
    status: 503,
    message: 'Some events were missed. Fetch what you show again.',
    description: 'a subscription whose client was too slow, so that events were dropped. It continues',
  },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side.',
    description: 'anything unexpected. The change may have been made, or not',
  },
} as const satisfies { readonly [code: string]: { status: number; message: string; description: string } }

export type ErrorCode = keyof typeof catalogue

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

/** Returns the error that the client sees: an `ApiError` unchanged, `INTERNAL` without details for anything else. */
export function apiErrorOf(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL')
}

/** Returns null for an `ApiError` and throws anything else: for a promise whose refusal means "none". */
export function nullIfRefused(thrown: unknown): null {
  if (thrown instanceof ApiError) return null
  throw thrown
}
