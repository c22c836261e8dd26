import type { ExecutionResult } from 'graphql'
import { toGraphQLError } from '../graphql/toGraphQLError.ts'
import { jsonLength } from '../lib/jsonLength.ts'
import { ApiError } from '../services/errorCatalogue.ts'
import { meteredReads, type TextMeter } from '../store/meteredReads.ts'
import type { ReadTables } from '../store/port.ts'
import type { WrapReads } from '../context.ts'

export interface BudgetedRequest {
  /** Follows what is read for the sender of an operation. */
  meter?: TextMeter | undefined
  /** Whether the operation may change something. */
  isChange: boolean
}

/** Limits one response. */
export interface ResponseBudget {
  /** Returns the same calls, which reject once the response would be too large. */
  reads: WrapReads
  /** Returns a result, or an error in its place if it is too large. */
  fit(result: ExecutionResult): ExecutionResult
}

/** Limits what one response of GraphQL may be made of, in characters. */
export class CharacterBudget implements ResponseBudget, TextMeter {
  readonly #maxLength: number
  readonly #isChange: boolean
  readonly #meter: TextMeter | undefined
  #read = 0
  #isExceeded = false

  constructor(maxLength: number, { meter, isChange }: BudgetedRequest) {
    this.#maxLength = maxLength
    this.#isChange = isChange
    this.#meter = meter
  }

  reads(read: ReadTables): ReadTables {
    return meteredReads(read, this)
  }

  check(): void {
    // Once a change is made, its response is sent.
    if (!this.#isChange) this.#meter?.check()
    this.#isExceeded ||= this.#read > this.#maxLength
    if (this.#isExceeded) throw new ApiError('RESPONSE_TOO_LARGE')
  }

  add(length: number): void {
    this.#read += length
    this.#meter?.add(length)
  }

  fit(result: ExecutionResult): ExecutionResult {
    const length = jsonLength(result, this.#maxLength)
    if (this.#isExceeded || length > this.#maxLength) {
      const error = toGraphQLError(new ApiError('RESPONSE_TOO_LARGE'), () => {})
      return { errors: [error], data: null }
    }
    // What was read is part of the response, but it may be there several times.
    this.#meter?.add(Math.max(0, length - this.#read))
    return result
  }
}
