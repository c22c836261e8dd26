/** The errors of spec §8 and docs/spec-decisions.md: the `ErrorCode` of the schema, the status and the message. */
export const errorCatalogue = {
  USERNAME_TAKEN: [422, 'Unprocessable Entity. Username Already Exists.'],
  NOT_REGISTERED: [404, 'The username you entered is not Registered. Not Found error'],
  CREDENTIALS_INVALID: [401, 'The credentials you entered are invalid. Unauthorized access error.'],
  TOKEN_INVALID: [401, 'The token is invalid. Unauthorized access error.'],
  NOT_POST_EDITOR: [400, "Cannot edit a Post doesn't belong to the logged in User."],
  NOT_POST_OWNER: [400, "Cannot delete a Post doesn't belong to the logged in User."],
  ALREADY_LIKED: [400, 'Cannot like a post that is already liked.'],
  NO_LIKES_LEFT: [400, 'Cannot decrement like less than 0.'],
  ALREADY_DISLIKED: [400, 'Cannot dislike a post that is already disliked.'],
  USERNAME_FIXED: [404, 'Username cannot be changed'],
  ALREADY_BOOKMARKED: [400, 'This Post is already bookmarked'],
  NOT_BOOKMARKED: [400, 'Post not bookmarked yet'],
  CANNOT_FOLLOW_SELF: [404, 'You cannot follow yourself'],
  ALREADY_FOLLOWING: [400, 'User Already following'],
  NOT_FOLLOWING: [400, 'User already not following'],
  POST_NOT_FOUND: [404, 'Post not found. Not Found error.'],
  USER_NOT_FOUND: [404, 'User not found. Not Found error.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** The message of every unexpected error. It does not say whether anything was changed. */
export const internalMessage = 'Something went wrong on our side.'

export type ErrorCode = keyof typeof errorCatalogue

/** The REST response to a call that fails with this error. */
export function restError(code: ErrorCode): { status: number; json: { errors: string[] } } {
  const [status, message] = errorCatalogue[code]
  return { status, json: { errors: [message] } }
}

/** The GraphQL error with this code, in the `errors` of a response. */
export function gqlError(code: ErrorCode) {
  const [status, message] = errorCatalogue[code]
  return { message, extensions: { code, status } }
}
