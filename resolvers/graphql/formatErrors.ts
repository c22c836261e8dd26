import { GraphQLError } from 'graphql'
import { toGraphQLError } from './toGraphQLError.ts'
import { withoutValues } from './withoutValues.ts'

/**
 * Turns the errors of a result into those that a client may see. What a service throws gets its code and status. Errors
 * of GraphQL itself lose the values that they quote. Everything else is unexpected: it is masked and passed to
 * `report`, once for all fields that failed with it.
 */
export function formatErrors(errors: readonly GraphQLError[], report: (fault: unknown) => void): GraphQLError[] {
  const faults = new Set<unknown>()
  const formatted = errors.map((error) => {
    const { originalError } = error
    if (!originalError || originalError instanceof GraphQLError) return formatError(error)
    const { message, extensions } = toGraphQLError(originalError, (fault) => faults.add(fault))
    return copyOf(error, message, extensions)
  })
  for (const fault of faults) report(fault)
  return formatted
}

/** Removes the values that an error of GraphQL itself quotes. */
export function formatError(error: GraphQLError): GraphQLError {
  return copyOf(error, withoutValues(error.message), error.extensions)
}

function copyOf(
  { nodes, source, positions, path }: GraphQLError,
  message: string,
  extensions: GraphQLError['extensions'],
): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, path, extensions })
}
