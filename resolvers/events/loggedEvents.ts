import { partitionPoint } from '../lib/partitionPoint.ts'
import { MAX_LOGGED_EVENTS, type Events, type LoggedTopic } from './events.ts'

export interface LoggedEvent<T extends LoggedTopic = LoggedTopic> {
  readonly topic: T
  readonly payload: Events[T]
  /** Counts up from 1 with each event that is added to this log. */
  readonly number: number
  /** What a client that has this event and those before it sends to get the next ones. */
  readonly id: string
  /** The name of the log and the position in it, which the ids contain. */
  readonly log: string
  readonly position: number
  /** Whether an equal event was published later. */
  isRepeated: boolean
}

/** The last events, at most `MAX_LOGGED_EVENTS` without those that were repeated. */
export class LoggedEvents {
  /** By topic and payload, the oldest first. */
  readonly #latest = new Map<string, LoggedEvent>()
  /** By number, and so by position. Contains `#latest`, and events that were repeated. */
  #events: LoggedEvent[] = []
  #lastNumber = 0
  #droppedNumber = 0

  /** The number of the last event. */
  get lastNumber(): number {
    return this.#lastNumber
  }

  /** The last number of an event that was dropped. */
  get droppedNumber(): number {
    return this.#droppedNumber
  }

  /** Adds an event. `key` is the same for equal ones. Returns the event that is dropped for it. */
  add(key: string, event: Omit<LoggedEvent, 'number' | 'isRepeated'>): LoggedEvent | undefined {
    const former = this.#latest.get(key)
    if (former) former.isRepeated = true
    this.#latest.delete(key)
    this.#lastNumber += 1
    const added = { ...event, number: this.#lastNumber, isRepeated: false }
    this.#latest.set(key, added)
    this.#events.push(added)
    const dropped = this.#latest.size > MAX_LOGGED_EVENTS ? this.#dropOldest() : undefined
    if (this.#events.length > 2 * MAX_LOGGED_EVENTS) this.#events = [...this.#latest.values()]
    return dropped
  }

  #dropOldest(): LoggedEvent | undefined {
    const [oldest] = this.#latest
    if (!oldest) return undefined
    const [key, event] = oldest
    this.#latest.delete(key)
    this.#droppedNumber = event.number
    return event
  }

  /** Drops all events, with a number after that of the last one: readers that have read that one miss events, too. */
  dropAll(): void {
    this.#latest.clear()
    this.#events = []
    this.#lastNumber += 1
    this.#droppedNumber = this.#lastNumber
  }

  /** Returns the first event after the one with this number that was not repeated. */
  after(number: number): LoggedEvent | undefined {
    const isAhead = (event: LoggedEvent) => event.number > number
    for (let index = partitionPoint(this.#events, isAhead); index < this.#events.length; index += 1) {
      const event = this.#events[index]
      if (event && !event.isRepeated) return event
    }
    return undefined
  }

  /** Returns the number of the last event that is not after this position of a log. */
  numberAt(log: string, position: number): number {
    const isAfter = (event: LoggedEvent) => event.log === log && event.position > position
    const next = this.#events[partitionPoint(this.#events, isAfter)]
    return next ? next.number - 1 : this.#lastNumber
  }
}
