import type { ExecutionResult } from 'graphql'
import type { WrapReads } from '../context.ts'
import { toGraphQLError } from '../graphql/toGraphQLError.ts'
import { jsonLength } from '../lib/jsonLength.ts'
import { ApiError } from '../services/errorCatalogue.ts'
import { aroundCalls } from '../store/aroundCalls.ts'

/** Returns a result, or an error in its place if it has more characters. */
export function withinLength(result: ExecutionResult, maxLength: number): ExecutionResult {
  return jsonLength(result, maxLength) > maxLength ? refusedResult(new ApiError('RESPONSE_TOO_LARGE')) : result
}

/**
 * How many statements the database executes at most to read what one response is made of. Loaders read many rows by one
 * call, so only an operation with many different lists at every depth needs more.
 */
export const MAX_STATEMENTS = 40

/** Counts the statements that read what one response is made of. */
export class StatementLimit {
  #statements = 0
  #refusal: ApiError | undefined

  /** Returns the same calls, which reject once there are too many. */
  readonly wrapReads: WrapReads = (read) =>
    aroundCalls(read, async (call, name) => {
      // Postgres may read a feed in two ways, one after the other. To verify a token may read its key.
      this.#statements += name === 'posts.feed' ? 2 : 1
      if (this.#statements >= MAX_STATEMENTS)
        this.#refusal ??= new ApiError('RESPONSE_TOO_LARGE', 'The operation reads too many lists. Request fewer.')
      if (this.#refusal) throw this.#refusal
      return call()
    })

  /** Returns a result, or an error in its place if it needed too many statements. */
  check(result: ExecutionResult): ExecutionResult {
    return this.#refusal ? refusedResult(this.#refusal) : result
  }
}

function refusedResult(refusal: ApiError): ExecutionResult {
  return { errors: [toGraphQLError(refusal, () => {})], data: null }
}
