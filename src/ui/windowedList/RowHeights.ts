import { BoundedMap } from '../../../shared/BoundedMap.ts'

/** The height (in px) of a row before any row was measured. */
export const FIRST_ESTIMATE = 250
/** The largest number of measured rows. The oldest are forgotten first. */
const MAX_MEASURED = 2000
/** The estimate is the average of the rows that are measured first, up to this many. */
const MAX_AVERAGED = 20

/**
 * The measured heights of rows, by key. Other rows have an estimate: that of an earlier visit, or else the average of the
 * first measured rows. It does not follow later rows, because each change would move far rows by thousands of px.
 */
export class RowHeights {
  readonly #measured = new BoundedMap<string, number>(MAX_MEASURED)
  #total = 0
  /** The estimate of an earlier visit. Valid for the width of the list at that time, or as a first guess for another. */
  #earlierEstimate: number | undefined

  constructor(earlierEstimate?: number) {
    this.#earlierEstimate = earlierEstimate
  }

  /** The height of a row that was not measured. */
  get estimate(): number {
    const count = Math.min(this.#measured.size, MAX_AVERAGED)
    return this.#earlierEstimate ?? (count > 0 ? this.#total / count : FIRST_ESTIMATE)
  }

  of(key: string): number {
    return this.#measured.get(key) ?? this.estimate
  }

  /** Returns the height of the rows from one index up to another. Negative indexes are rows that are not loaded. */
  sum(keys: readonly string[], from: number, to: number): number {
    let sum = Math.max(0, Math.min(0, to) - from) * this.estimate
    for (let index = Math.max(0, from); index < to; index += 1) sum += this.of(keys[index] ?? '')
    return sum
  }

  /** Ignores a height of 0: the row is not displayed. */
  set(key: string, height: number): void {
    if (height === 0) return
    if (this.#measured.size < MAX_AVERAGED) this.#total += height - (this.#measured.get(key) ?? 0)
    this.#measured.set(key, height)
  }

  /** Forgets all heights: the width of the list has changed. */
  clear(): void {
    this.#earlierEstimate = undefined
    this.#measured.clear()
    this.#total = 0
  }
}
