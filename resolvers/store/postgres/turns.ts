import { UnavailableError } from '../errors.ts'

/** How many transactions of one row run at once: while one commits, the next one begins. */
const AT_ONCE = 2

interface Row {
  running: number
  /** In the order of the calls. */
  waiting: Set<() => void>
}

/** Lets the transactions that change the same row take turns, so that they do not occupy all connections. */
export class Turns {
  readonly #rows = new Map<string, Row>()
  readonly #maxWaitMs: number

  /** A transaction whose turn has not come after `maxWaitMs` is not run. */
  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs
  }

  /** Runs `work` in the order of the calls with this id. Rejects with `UnavailableError` if its turn does not come. */
  async run<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const row = this.#rows.get(id) ?? { running: 0, waiting: new Set() }
    this.#rows.set(id, row)
    if (row.running < AT_ONCE) row.running += 1
    else await this.#turnIn(row)
    try {
      return await work()
    } finally {
      this.#endTurn(id, row)
    }
  }

  #turnIn({ waiting }: Row): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new UnavailableError('Too many changes of one row.'))
      }, this.#maxWaitMs)
      waiting.add(begin)
    })
  }

  #endTurn(id: string, row: Row): void {
    const [next] = row.waiting
    if (next) return next()
    row.running -= 1
    if (row.running === 0) this.#rows.delete(id)
  }
}
