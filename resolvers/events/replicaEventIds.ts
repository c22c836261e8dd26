/** About how many ids are remembered, whatever the lag: there may be thousands of events a second. */
const STEPS = 50

interface Step {
  /** The id of its last event. */
  id: string
  /** When its first and its last event happened. */
  since: number
  at: number
}

/** The ids of the last events, for a store with a replica. */
export class ReplicaEventIds {
  readonly #maxLagMs: number
  /** The first is old enough, or older than anything that is known. */
  #steps: Step[] = []

  /** @param maxLagMs By how many milliseconds the replica may be behind. */
  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  /** Forgets all ids. This one counts as old enough. */
  restart(id: string): void {
    this.#steps = [{ id, since: -Infinity, at: -Infinity }]
  }

  /** Returns the newest event id that is at least as old as the largest lag. */
  get(): string {
    this.#forget(performance.now())
    return this.#steps[0]?.id ?? ''
  }

  /** Adds the id of the last event. */
  add(id: string): void {
    const now = performance.now()
    const last = this.#steps.at(-1)
    // A step is shorter than the lag, so none changes that is old enough.
    if (last && now - last.since < this.#maxLagMs / STEPS) Object.assign(last, { id, at: now })
    else this.#steps.push({ id, since: now, at: now })
    this.#forget(now)
  }

  /** Forgets the steps before the one that is old enough. */
  #forget(now: number): void {
    const first = this.#steps.findLastIndex(({ at }) => at <= now - this.#maxLagMs)
    this.#steps.splice(0, first)
  }
}
