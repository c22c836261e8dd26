import { UnavailableError } from '../errors.ts'

/** How many transactions of one row run at once: while one commits, the next one begins. */
const AT_ONCE = 2

interface Row {
  running: number
  waiting: (() => void)[]
}

/** Lets the transactions that change the same row take turns, so that they do not occupy all connections. */
export class Turns {
  readonly #rows = new Map<string, Row>()
  readonly #maxWaitMs: number

  /** A transaction that waits for longer than `maxWaitMs` is not run. */
  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Runs `work` in the order of the calls with this id. Rejects with `UnavailableError` if its turn comes too late. */
  async run<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const row = this.#rows.get(id) ?? { running: 0, waiting: [] }
    this.#rows.set(id, row)
    const since = performance.now()
    if (row.running < AT_ONCE) row.running += 1
    else await new Promise<void>((resolve) => row.waiting.push(resolve))
    try {
      if (performance.now() - since > this.#maxWaitMs) throw new UnavailableError('Too many changes of one row.')
      return await work()
    } finally {
      this.#endTurn(id, row)
    }
  }

  #endTurn(id: string, row: Row): void {
    const next = row.waiting.shift()
    if (next) return next()
    row.running -= 1
    if (row.running === 0) this.#rows.delete(id)
  }
}
