import { afterPromiseJobs } from '../lib/turns.ts'
import { ExecutionTurns } from './executionTurns.ts'

/**
 * Lets the loaders of one operation read in rounds. A round begins when every read before it has been answered and the
 * resolvers have asked for all that they need of these rows. So the lists of one kind that are equally deep are read by one
 * call, whichever lists they are in, and the number of calls does not grow with the number of rows or aliases.
 */
export class ReadRounds {
  #waiting: (() => void)[] = []
  #leaves: (() => void)[] = []
  #open = 0
  #isPlanned = false
  readonly #turns = new ExecutionTurns(() => this.#plan())
  #isSpread = false

  /** Whether rows had to wait for a later turn of the event loop. */
  get isSpread(): boolean {
    return this.#isSpread
  }

  /** Reads the next batch of a loader in the next round. */
  readonly schedule = (read: () => void): void => {
    this.#waiting.push(read)
    this.#plan()
  }

  /**
   * The same for a loader whose rows lead to no further reads. Its first batch is read in the next round, all later ones
   * together after everything else.
   */
  leafSchedule(): (read: () => void) => void {
    let hasRead = false
    return (read) => {
      if (!hasRead) {
        hasRead = true
        this.schedule(read)
        return
      }
      this.#leaves.push(read)
      this.#plan()
    }
  }

  /** Runs work that the next round waits for. */
  readonly during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    this.#open += 1
    try {
      return await work()
    } finally {
      this.#open -= 1
      this.#plan()
    }
  }

  /** Returns a promise if this turn of the event loop has executed enough rows. The next round waits for it. */
  turn(rows: number): Promise<void> | undefined {
    const later = this.#turns.take(rows)
    this.#isSpread ||= later !== undefined
    return later
  }

  #plan(): void {
    if (this.#isPlanned || this.#isBusy() || this.#waiting.length + this.#leaves.length === 0) return
    this.#isPlanned = true
    afterPromiseJobs(() => {
      this.#isPlanned = false
      if (!this.#isBusy()) this.#begin()
    })
  }

  #isBusy(): boolean {
    return this.#open > 0 || this.#turns.areWaiting
  }

  #begin(): void {
    const reads = this.#waiting.length > 0 ? this.#waiting.splice(0) : this.#leaves.splice(0)
    for (const read of reads) read()
    this.#plan()
  }
}
