import { inNextTurn } from '../lib/turns.ts'

/** How many rows of an operation one turn of the event loop executes. */
export const ROWS_PER_TURN = 100

/**
 * Spreads the execution of an operation over turns of the event loop, so that other requests are answered, and a page reacts
 * to input, while a long one is executed. Every row and value that a loader has read passes here.
 */
export class ExecutionTurns {
  #rows = 0
  readonly #waiting: { rows: number; begin: () => void }[] = []
  readonly #onLast: () => void

  /** `onLast` is called when nothing waits any more. */
  constructor(onLast: () => void) {
    this.#onLast = onLast
  }

  get areWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Returns a promise of a later turn if this one has had its share, undefined to go on. */
  take(rows: number): Promise<void> | undefined {
    if (this.#rows < ROWS_PER_TURN) {
      this.#rows += rows
      return undefined
    }
    return new Promise((begin) => {
      this.#waiting.push({ rows, begin })
      if (this.#waiting.length === 1) inNextTurn(this.#begin)
    })
  }

  readonly #begin = (): void => {
    let count = 0
    this.#rows = 0
    for (const { rows, begin } of this.#waiting) {
      if (this.#rows >= ROWS_PER_TURN) break
      this.#rows += rows
      count += 1
      begin()
    }
    this.#waiting.splice(0, count)
    if (this.areWaiting) inNextTurn(this.#begin)
    else this.#onLast()
  }
}
