import { GraphQLError, type ExecutionResult } from 'graphql'
import { afterChange, ApiError, withFieldName } from '../services/errorCatalogue.ts'
import { inputNames } from './media.ts'
import { toGraphQLError } from './toGraphQLError.ts'
import { redactValues } from './redactValues.ts'

/**
 * Turns the errors of a result into those that a client may see. An `ApiError` gets its code and status. An error of
 * GraphQL itself loses the values that it quotes. Everything else is unexpected: it is masked, and `report` is called
 * with it once, even if several fields failed with it. `isChange`: the operation is a mutation.
 */
export function formatErrors(
  errors: readonly GraphQLError[],
  report: (error: unknown) => void,
  { isChange = false } = {},
): GraphQLError[] {
  const unexpected = new Set<unknown>()
  const formatted = errors.map((error) => {
    const { originalError } = error
    if (!originalError || originalError instanceof GraphQLError) return formatError(error)
    // A field below the first level is read after the change was made.
    const isAfterChange = isChange && (error.path?.length ?? 0) > 1
    const seen = isAfterChange ? afterChange(originalError) : withFieldName(originalError, inputNames)
    const { message, extensions } = toGraphQLError(seen, () => unexpected.add(originalError))
    return copyOf(error, message, extensions)
  })
  for (const thrown of unexpected) report(thrown)
  return formatted
}

/**
 * Returns the result of an event with the errors that a client may see: `EVENTS_MISSED` in place of all of it, if the
 * backend has failed to read a field. `report` is called as by `formatErrors`.
 */
export function formatEvent(
  result: ExecutionResult,
  errors: readonly GraphQLError[],
  report: (error: unknown) => void,
): ExecutionResult {
  const formatted = formatErrors(errors, report)
  const failed = formatted.find(({ extensions }) => Number(extensions['status']) >= 500)
  if (!failed) return { ...result, errors: formatted }
  const { message, extensions } = toGraphQLError(new ApiError('EVENTS_MISSED'), report)
  return { data: null, errors: [new GraphQLError(message, { path: failed.path?.slice(0, 1) ?? null, extensions })] }
}

/** Longer messages are cut: they quote names from the request, which may be as long as the request. */
export const MAX_MESSAGE_CHARS = 1000

/** Returns an error of GraphQL itself without the values that it quotes. */
export function formatError(error: GraphQLError): GraphQLError {
  const message = redactValues(error.message)
  const isLong = message.length > MAX_MESSAGE_CHARS
  return copyOf(error, isLong ? `${message.slice(0, MAX_MESSAGE_CHARS)}…` : message, error.extensions)
}

function copyOf(
  { nodes, source, positions, path }: GraphQLError,
  message: string,
  extensions: GraphQLError['extensions'],
): GraphQLError {
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, path, extensions })
}
