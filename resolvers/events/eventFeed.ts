import { NEW_EVENTS } from './events.ts'

/** The shortest time from one numbering of events to the next: each is a transaction beside those of the changes. */
const NUMBERING_INTERVAL_MS = 50
/**
 * How often each process looks for events: those of a process that was killed after a commit, those that were numbered
 * while this one could not listen, and equal ones that were left.
 */
const POLL_MS = 1000

/** Calls `onNotification` when another process may have numbered events. Returns a function that stops. */
export type Listen = (onNotification: () => void) => () => void

/** A store over Postgres, which numbers its events after their commits (`store/postgres/events.ts`). */
interface NumberingStore {
  /** Returns the number of the last event. */
  numberEvents(intervalMs: number): Promise<number>
}

export interface EventFeedOptions {
  /** The shortest time between two equal events, such as the likes of one post, in milliseconds. */
  equalIntervalMs?: number
  /** Absent if there is one process only. */
  listen?: Listen | undefined
  report: (error: unknown) => void
}

/**
 * Tells a backend about the events of all processes over one database: it receives `NEW_EVENTS` after each commit,
 * numbers the new events, and dispatches `NEW_EVENTS` when there are more numbers.
 */
export class EventFeed extends EventTarget {
  readonly #store: NumberingStore
  readonly #report: (error: unknown) => void
  readonly #equalIntervalMs: number
  readonly #stopListening: (() => void) | undefined
  readonly #poll: ReturnType<typeof setInterval>
  #lastNumber: number | undefined
  #isDue = false
  #numbering: Promise<void> | undefined

  constructor(store: NumberingStore, { listen, report, equalIntervalMs = 1000 }: EventFeedOptions) {
    super()
    this.#store = store
    this.#report = report
    this.#equalIntervalMs = equalIntervalMs
    this.#stopListening = listen?.(() => this.#announce())
    this.#poll = setInterval(() => this.#number(), POLL_MS)
    this.#number()
  }

  /** Called after a commit. */
  override dispatchEvent(): boolean {
    this.#number()
    return true
  }

  /** Resolves once the events of this process have numbers, if the database answers. */
  async close(): Promise<void> {
    clearInterval(this.#poll)
    this.#stopListening?.()
    await this.#numbering
  }

  #announce(): void {
    super.dispatchEvent(new Event(NEW_EVENTS))
  }

  #number(): void {
    this.#isDue = true
    this.#numbering ??= this.#numberAll().finally(() => (this.#numbering = undefined))
  }

  async #numberAll(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      try {
        const last = await this.#store.numberEvents(this.#equalIntervalMs)
        if (last !== this.#lastNumber) this.#announce()
        this.#lastNumber = last
      } catch (error) {
        // The next poll tries again.
        this.#report(error)
      }
      await new Promise((resolve) => setTimeout(resolve, NUMBERING_INTERVAL_MS))
    }
  }
}
