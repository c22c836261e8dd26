import type { FormerIds } from '../../resolvers/events/eventLog.ts'

/** The shortest time from one id to the next: there may be thousands of events a second. */
const STEP_MS = 100

interface FormerId {
  id: string
  /** When the first and the last event of this step happened. */
  since: number
  at: number
}

/** Remembers the ids of the last events for as long as a replica may be behind. */
export class RecentIds implements FormerIds {
  readonly #maxLagMs: number
  /** The first is old enough, or older than anything that is known. */
  #ids: FormerId[] = []

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  restart(id: string): void {
    this.#ids = [{ id, since: -Infinity, at: -Infinity }]
  }

  get(): string {
    this.#forget(performance.now())
    return this.#ids[0]?.id ?? ''
  }

  add(id: string): void {
    const now = performance.now()
    const last = this.#ids.at(-1)
    if (last && now - last.since < STEP_MS) Object.assign(last, { id, at: now })
    else this.#ids.push({ id, since: now, at: now })
    this.#forget(now)
  }

  /** Forgets the ids before the one that is old enough. */
  #forget(now: number): void {
    const first = this.#ids.findLastIndex(({ at }) => at <= now - this.#maxLagMs)
    this.#ids.splice(0, first)
  }
}
