import { RetryLaterError } from '../../resolvers/services/errorCatalogue.ts'

export interface FairTurnsOptions {
  /** How many turns are taken at once. */
  atOnce: number
  /** How many of them one key has. */
  atOnceOfKey: number
  /** How many calls of one key wait. */
  maxWaitingOfKey: number
  /** How many calls of all keys wait. */
  maxWaiting: number
  /** How long a call waits. */
  maxWaitMs: number
}

interface Key {
  running: number
  /** In the order of the calls. */
  waiting: Set<() => void>
}

/** Lets calls take turns: the keys one after the other, whatever number of calls each of them has. */
export class FairTurns {
  readonly #options: FairTurnsOptions
  /** In the order of their next turns. */
  readonly #keys = new Map<string, Key>()
  #running = 0
  #waiting = 0

  constructor(options: FairTurnsOptions) {
    this.#options = options
  }

  /**
   * Waits for a turn. Resolves with a function that ends it. Rejects with `TOO_MANY_REQUESTS` if too many calls of the key
   * wait, and with `UNAVAILABLE` if too many of all keys do, or if the turn does not come in time.
   */
  async begin(name: string): Promise<() => void> {
    const { atOnce, atOnceOfKey, maxWaitingOfKey, maxWaiting } = this.#options
    const key = this.#keys.get(name) ?? { running: 0, waiting: new Set() }
    this.#keys.set(name, key)
    if (this.#running >= atOnce || key.running >= atOnceOfKey) {
      if (key.waiting.size >= maxWaitingOfKey) throw new RetryLaterError('TOO_MANY_REQUESTS', 1)
      if (this.#waiting >= maxWaiting) throw new RetryLaterError('UNAVAILABLE', 1)
      await this.#turn(key)
    } else this.#start(key)
    let hasEnded = false
    return () => {
      if (!hasEnded) this.#end(name, key)
      hasEnded = true
    }
  }

  #turn(key: Key): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        key.waiting.delete(begin)
        this.#waiting -= 1
      }
      const begin = () => {
        leave()
        // At once: before the call goes on, others may ask for a turn.
        this.#start(key)
        resolve()
      }
      const timer = setTimeout(() => {
        leave()
        reject(new RetryLaterError('UNAVAILABLE', 1))
      }, this.#options.maxWaitMs)
      key.waiting.add(begin)
      this.#waiting += 1
    })
  }

  #start(key: Key): void {
    key.running += 1
    this.#running += 1
  }

  #end(name: string, key: Key): void {
    key.running -= 1
    this.#running -= 1
    // The others come first.
    this.#keys.delete(name)
    if (key.running > 0 || key.waiting.size > 0) this.#keys.set(name, key)
    for (const { running, waiting } of this.#keys.values()) {
      const [next] = waiting
      if (next && running < this.#options.atOnceOfKey) return next()
    }
  }
}
