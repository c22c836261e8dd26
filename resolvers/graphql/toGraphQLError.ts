import { GraphQLError } from 'graphql'
import { ApiError, apiErrorOf } from '../services/errors.ts'

/**
 * Turns anything thrown into the error that GraphQL answers, with code and status. `report` is called with what is not
 * an `ApiError`.
 */
export function toGraphQLError(thrown: unknown, report: (fault: unknown) => void): GraphQLError {
  if (!(thrown instanceof ApiError)) report(thrown)
  const { message, code, status, messages } = apiErrorOf(thrown)
  return new GraphQLError(message, { extensions: { code, status, errors: messages, http: { status } } })
}
