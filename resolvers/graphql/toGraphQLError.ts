import { GraphQLError } from 'graphql'
import { apiErrorOf, RetryLaterError } from '../services/errorCatalogue.ts'

/**
 * Returns the GraphQL error for anything thrown, with its code, its status, and how many seconds to wait if that helps.
 * Calls `report` if it is unexpected.
 */
export function toGraphQLError(thrown: unknown, report: (error: unknown) => void): GraphQLError {
  const error = apiErrorOf(thrown)
  const { message, code, status } = error
  if (code === 'INTERNAL') report(thrown)
  const retryAfter = error instanceof RetryLaterError ? { retryAfter: error.retryAfter } : {}
  return new GraphQLError(message, { extensions: { code, status, ...retryAfter } })
}
