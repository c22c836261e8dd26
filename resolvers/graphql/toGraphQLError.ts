import { GraphQLError } from 'graphql'
import type { ApiError } from '../services/errors.ts'

/** A refusal as GraphQL answers it. */
export function graphqlRefusal({ message, code, status, messages }: ApiError): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status, errors: messages, http: { status } } })
}
