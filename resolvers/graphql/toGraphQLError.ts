import { GraphQLError } from 'graphql'
import { ApiError, apiErrorOf } from '../services/errors.ts'

/** Returns the GraphQL error for anything thrown, with code and status. Calls `report` unless it is an `ApiError`. */
export function toGraphQLError(thrown: unknown, report: (error: unknown) => void): GraphQLError {
  if (!(thrown instanceof ApiError)) report(thrown)
  const { message, code, status } = apiErrorOf(thrown)
  return new GraphQLError(message, { extensions: { code, status } })
}
