import { GraphQLError } from 'graphql'
import { ApiError, apiErrorOf, RetryLaterError } from '../services/errors.ts'

/**
 * Returns the GraphQL error for anything thrown, with its code, its status, and how many seconds to wait if that helps.
 * Calls `report` unless it is an `ApiError`.
 */
export function toGraphQLError(thrown: unknown, report: (error: unknown) => void): GraphQLError {
  if (!(thrown instanceof ApiError)) report(thrown)
  const { message, code, status } = apiErrorOf(thrown)
  const retryAfter = thrown instanceof RetryLaterError ? { retryAfter: thrown.retryAfter } : {}
  return new GraphQLError(message, { extensions: { code, status, ...retryAfter } })
}
